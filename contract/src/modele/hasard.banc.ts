import type { Nature } from './modele.schema.ts'
import type { ModeleSource, SectionSource } from './source.schema.ts'

/** Draws numbers one after the other from those given: the same ones make the same model. */
class Tirage {
  private readonly graine: readonly number[]
  private place = 0

  constructor(graine: readonly number[]) {
    this.graine = graine
  }

  /** From 0 to n - 1; 0 once nothing is left, so that what is shorter is simpler. */
  nombre(n: number): number {
    const tire = this.graine[this.place] ?? 0
    this.place += 1
    return tire % n
  }

  un<Dit>(...choix: readonly [Dit, ...Dit[]]): Dit {
    return choix[this.nombre(choix.length)] ?? choix[0]
  }

  fois<Fait>(auPlus: number, faire: (rang: number) => Fait): Fait[] {
    return Array.from({ length: 1 + this.nombre(auPlus) }, (_, rang) => faire(rang + 1))
  }
}

/** Figures already said, that later formulas may read: no model of these turns in circles. */
type CasesConnues = string[]

/** A cell by itself: some functions take no other thing. */
function casePrise(t: Tirage, connues: CasesConnues): string {
  const cases = connues.filter((une) => !une.includes('*'))
  return cases[t.nombre(cases.length)] ?? 'REP'
}

function figure(t: Tirage, connues: CasesConnues, profondeur = 0): string {
  const adresse = () => connues[t.nombre(connues.length)] ?? 'REP'
  if (profondeur > 2) return adresse()
  const suite = () => figure(t, connues, profondeur + 1)
  switch (t.nombre(10)) {
    case 0:
    case 1:
      return adresse()
    case 2:
      return `(${suite()} ${t.un('+', '-', '*', '/')} ${suite()})`
    case 3:
      return `SOMME(${adresse()}; ${suite()})`
    case 4:
      return `SI(${condition(t, connues, profondeur + 1)}; ${suite()}; ${suite()})`
    case 5:
      return `${t.un('MAX', 'MIN', 'MOYENNE')}(${suite()}; ${adresse()})`
    case 6:
      return `ARRONDI(ABS(${suite()}); ${t.nombre(3)})`
    case 7:
      return `PRECEDENT(${casePrise(t, connues)})`
    case 8:
      return 'STRUCTURE("capacite")'
    default:
      return t.un('0', '2,5', '7', 'NB_JOURS()', 'MOIS()')
  }
}

function condition(t: Tirage, connues: CasesConnues, profondeur = 0): string {
  const compare = () =>
    `${figure(t, connues, profondeur + 1)} ${t.un('<', '<=', '=', '<>', '>')} ${figure(t, connues, profondeur + 1)}`
  if (profondeur > 1) return compare()
  const suite = () => condition(t, connues, profondeur + 1)
  switch (t.nombre(5)) {
    case 0:
    case 1:
      return compare()
    case 2:
      return `VIDE(${casePrise(t, connues)})`
    case 3:
      return `NON (${suite()})`
    default:
      return `(${suite()} ${t.un('ET', 'OU')} ${suite()})`
  }
}

/** What a cell asks of whoever enters it. */
function exigences(t: Tirage, connues: CasesConnues) {
  const dite = t.nombre(6)
  const marqueurs = { nd: t.nombre(2) === 1, so: t.nombre(2) === 1 }
  if (dite < 2) return { ...marqueurs, requis: dite === 1 }
  const formule = condition(t, connues)
  if (dite === 2) return { ...marqueurs, requisSi: formule }
  if (dite === 3) return { ...marqueurs, commentaireSi: formule }
  if (dite === 4) return { ...marqueurs, soSi: formule }
  return { ...marqueurs, soSi: 'VIDE(STRUCTURE("capacite"))' }
}

function champs(t: Tirage, code: string, connues: CasesConnues): SectionSource {
  const siens = t.fois(4, (rang) => {
    const sien = { code: `${code}C${rang}`, libelle: `Champ ${rang}` }
    if (t.nombre(2) === 0) {
      const formule = figure(t, connues)
      connues.push(sien.code)
      return { ...sien, nature: 'decimal' as const, formule }
    }
    const dites = exigences(t, connues)
    const nature = t.un<Nature>(
      'entier',
      'decimal',
      'entierSigne',
      'booleen',
      'texte',
      'date',
      'liste',
    )
    if (['entier', 'decimal', 'entierSigne'].includes(nature)) connues.push(sien.code)
    return {
      ...sien,
      ...dites,
      nature,
      ...(nature === 'liste' && { codification: 'SITUATION' }),
    }
  })
  return { code, libelle: `Section ${code}`, type: 'champs', champs: siens }
}

function matrice(t: Tirage, code: string, connues: CasesConnues): SectionSource {
  const dites = exigences(t, connues)
  const calculee = t.nombre(2) === 1 ? figure(t, connues) : null
  const lignes = t.fois(3, (rang) => ({ code: `L${rang}`, libelle: `Ligne ${rang}` }))
  const colonnes = t.fois(2, (rang) => ({ code: `K${rang}`, libelle: `Colonne ${rang}` }))
  for (const ligne of lignes)
    for (const colonne of colonnes) connues.push(`${code}.${ligne.code}.${colonne.code}`)
  if (t.nombre(2) === 1) connues.push(`${code}.TOT.K1`)
  const total = { code: 'TOT', libelle: 'Total' }
  return {
    code,
    libelle: `Matrice ${code}`,
    type: 'matrice',
    nature: 'decimal',
    ...dites,
    lignes: [
      ...lignes,
      ...(calculee === null ? [] : [{ code: 'CALC', libelle: 'Calculée', formule: calculee }]),
      { ...total, formule: `SOMME(${lignes.map((une) => `${code}.${une.code}.$`).join('; ')})` },
    ],
    colonnes: [...colonnes, { ...total, formule: 'SOMME(*)' }],
  }
}

function tableau(t: Tirage, code: string, connues: CasesConnues): SectionSource {
  const requis = t.nombre(2) === 1
  const formule = t.un('SOMME(A; B)', 'A - B', 'A / B', 'SI(A > B; A; B)')
  connues.push(`SOMME(${code}.*.A)`, `SOMME(${code}.*.R)`)
  return {
    code,
    libelle: `Tableau ${code}`,
    type: 'tableau',
    lignesMax: 3,
    colonnes: [
      { code: 'A', libelle: 'A', nature: 'entier', requis, nd: true },
      { code: 'B', libelle: 'B', nature: 'entier', so: true, requisSi: 'A > 2' },
      { code: 'R', libelle: 'Résultat', nature: 'decimal', formule },
    ],
  }
}

/** A model without faults, of a few sections, whatever the numbers that it is drawn from. */
export function modeleAuHasard(graine: readonly number[]): ModeleSource {
  const t = new Tirage(graine)
  const connues: CasesConnues = ['REP']
  const sections = t.fois(4, (rang): SectionSource => {
    const code = `S${rang}`
    switch (t.nombre(3)) {
      case 0:
        return champs(t, code, connues)
      case 1:
        return matrice(t, code, connues)
      default:
        return tableau(t, code, connues)
    }
  })
  const repere = { code: 'REP', libelle: 'Repère', nature: 'entier' as const }
  return {
    code: 'HASARD',
    version: 1,
    libelle: 'Modèle tiré au hasard',
    periodicite: 'MENSUELLE',
    typesStructure: [],
    indicateurs: { effectif: 'REP', entrees: 'REP', sorties: 'REP', reference: 'REP' },
    sections: [
      { code: 'REPERES', libelle: 'Repères', type: 'champs', champs: [repere] },
      ...sections,
    ],
    controles: t.fois(4, (rang) => ({
      code: `RA0${rang}`,
      niveau: t.un('BLOQUANT', 'AVERTISSEMENT', 'INFO'),
      formule: condition(t, connues),
      cellules: [],
      message: `Repère {REP}, calcul {${figure(t, connues)}}.`,
    })),
  }
}
