import { createHash } from 'node:crypto'
import { estNombre } from '@releve/contract/modele/affichage.ts'
import type { Modele, Section, Traits } from '@releve/contract/modele/modele.schema.ts'
import type { Mesure, Modalite, PlanTableau } from './plan.ts'

/**
 * Tables of the models that the plan does not name, from nothing but their structure: one for each
 * section that has figures.
 */

/** Rows of one model: beyond, the book would be of it alone. */
const LIGNES_MAX = 2000
const CODE_MAX = 26

type Case = { adresse: string; libelle: string; traits: Traits }

const PERSONNES = /personne|agent|détenu|enfant|mineur|élève|bénéficiaire|participant/i

/** Whole numbers of no unit may count persons: they are kept secret like those that do. */
const compteDesPersonnes = ({ nature, unite = '' }: Traits) =>
  nature !== 'decimal' && nature !== 'montant' && (unite === '' || PERSONNES.test(unite))

/** Entered figures: what is computed from them is not added up, a rate least of all. */
const estSaisie = ({ nature, formule }: Traits) =>
  nature !== undefined && estNombre(nature) && formule === undefined

function casesDe(section: Section): Case[] {
  switch (section.type) {
    case 'champs':
      return section.champs.map((champ) => {
        const adresse = section.prefixe ? `${section.code}.${champ.code}` : champ.code
        return { adresse, libelle: champ.libelle, traits: champ }
      })
    case 'matrice':
      return section.lignes.flatMap((ligne) =>
        (section.groupes ?? [null]).flatMap((groupe) =>
          section.colonnes.map((colonne) => {
            const axes = groupe ? [ligne, groupe, colonne] : [ligne, colonne]
            const { nature, unite } = section
            return {
              adresse: [section, ...axes].map(({ code }) => code).join('.'),
              libelle: axes.map(({ libelle }) => libelle).join(' – '),
              traits: Object.assign({ nature, unite }, ligne, groupe, colonne),
            }
          }),
        ),
      )
    default:
      return []
  }
}

/** Short enough to name a sheet, and the same every year. */
function codeDe(modele: string, section: string): string {
  const nom = `${modele}.${section}`
  if (nom.length <= CODE_MAX) return `T9.${nom}`
  const marque = createHash('sha256').update(nom).digest('hex').slice(0, 6).toUpperCase()
  return `T9.${nom.slice(0, CODE_MAX - 7)}_${marque}`
}

const commune = (valeurs: readonly string[]) =>
  (new Set(valeurs).size === 1 ? valeurs[0] : '') ?? ''

const enteteDe = ({ code, libelle }: Modele, section: Section) => ({
  code: codeDe(code, section.code),
  titre: `${'libelle' in section ? section.libelle : ''} (${libelle}), {annee}`,
  modele: code,
  ...('source' in section && section.source && { registre: section.source }),
  champ: 'Structures qui remplissent ce rapport, rapports mensuels retenus de {annee}',
})

const MESURES: readonly Mesure[] = [
  { code: 'SOMME', libelle: 'Somme des mois', cellules: ['{l}'], agregation: 'SOMME' },
  { code: 'DECEMBRE', libelle: 'Décembre', cellules: ['{l}'], agregation: 'STOCK' },
]

/** Fields and matrices: a row for each figure that is entered. */
function tableauDesCases(modele: Modele, section: Section, place: number): PlanTableau[] {
  const cases = casesDe(section).filter(({ traits }) => estSaisie(traits))
  if (cases.length === 0 || place <= 0) return []
  const unites = cases.map(({ traits }) => traits.unite ?? '')
  const unite = commune(unites)
  const decimales = Math.max(
    ...cases.map(({ traits }) => (traits.nature === 'decimal' ? (traits.decimales ?? 2) : 0)),
  )
  const modalites = cases.slice(0, place).map(({ adresse, libelle, traits }): Modalite => {
    const sienne = traits.unite && traits.unite !== unite ? ` (${traits.unite})` : ''
    const libre = !compteDesPersonnes(traits)
    return { code: adresse, libelle: `${libelle}${sienne}`, ...(libre && { libre }) }
  })
  const coupe = cases.length > place
  return [
    {
      ...enteteDe(modele, section),
      ...(coupe && { note: `Seules les ${place} premières rubriques sont montrées.` }),
      unite,
      entete: 'Rubrique',
      agregation: 'SOMME',
      cellule: '{l}',
      lignes: [{ modalites }],
      colonnes: { mesures: MESURES.map((mesure) => ({ ...mesure, decimales })) },
      ...(modalites.some(({ libre }) => !libre) && { personnes: true }),
      comparees: ['SOMME'],
    },
  ]
}

/** A repeating table: its rows counted by the codes of its first list, and what they add. */
function tableauDesLignes(modele: Modele, section: Section): PlanTableau[] {
  if (section.type !== 'tableau') return []
  const cle = section.colonnes.find(({ nature }) => nature === 'liste')
  if (!cle?.codification) return []
  const sommes = section.colonnes.filter(({ nature }) => nature === 'entier')
  const libres = sommes.filter((colonne) => !compteDesPersonnes(colonne))
  return [
    {
      ...enteteDe(modele, section),
      unite: '',
      entete: cle.libelle,
      agregation: 'SOMME',
      cellule: `${section.code}.{l}.{c}`,
      lignes: [{ codification: cle.codification, total: { code: 'TOT', libelle: 'Ensemble' } }],
      colonnes: [
        {
          modalites: [
            { code: 'NB', libelle: 'Lignes' },
            ...sommes.map(({ code, libelle }) => ({ code, libelle })),
          ],
        },
      ],
      ...(libres.length < sommes.length && { personnes: true }),
      libres: ['NB', ...libres.map(({ code }) => code)],
      comparees: ['NB'],
    },
  ]
}

/** The tables of these versions of models: of each section, as its last version has it. */
export function planGenerique(versions: readonly Modele[]): PlanTableau[] {
  const modeles = new Map<string, Map<string, { modele: Modele; section: Section }>>()
  for (const modele of versions.toSorted((a, b) => a.version - b.version)) {
    const sections = modeles.get(modele.code) ?? new Map()
    for (const section of modele.sections) sections.set(section.code, { modele, section })
    modeles.set(modele.code, sections)
  }
  return [...modeles.values()].flatMap((sections) => {
    let place = LIGNES_MAX
    return [...sections.values()].flatMap(({ modele, section }) => {
      const tableaux = [
        ...tableauDesCases(modele, section, place),
        ...tableauDesLignes(modele, section),
      ]
      for (const { lignes } of tableaux)
        for (const bloc of lignes) place -= 'modalites' in bloc ? bloc.modalites.length : 0
      return tableaux
    })
  })
}
