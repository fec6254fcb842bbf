import { type Enonce, enoncer } from '@releve/contract/erreur.ts'
import { avecDe, isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import type { Noeud, Referentiel } from './fiche.sql.ts'

/** What stands in the way of a record, in which of its fields. */
export type Faute = Enonce & {
  champ: keyof FicheStructure
  /** In a field of several values, that of which it speaks. */
  cle?: string
  /** Other fields that it was judged upon. */
  selon?: readonly (keyof FicheStructure)[]
}

/** The record as it is, or null for a new one; and the hierarchy as it would be. */
type Examen = {
  fiche: FicheStructure
  avant: Structure | null
  referentiel: Referentiel
  noeuds: ReadonlyMap<string, Noeud>
  /** `AAAA-MM-JJ`. */
  aujourdhui: string
}

const TYPE_PARENT = 'DR'

const dire = (
  champ: Faute['champ'],
  enonce: Enonce,
  selon: readonly Faute['champ'][] = [],
): Faute => ({ champ, ...enonce, selon })
const inconnu = (champ: Faute['champ'], code: string): Faute => ({
  champ,
  cle: code,
  ...enoncer('CODE_INCONNU', { code }),
})

const LISTES = [
  ['typeStructure', 'TYPE_STRUCTURE'],
  ['statutStructure', 'STATUT_STRUCTURE'],
  ['region', 'REGION'],
] as const

/** A value taken off its list stays good where it is. */
function fautesCodes({ fiche, avant, referentiel }: Examen): Faute[] {
  const references = LISTES.filter(([champ, liste]) => {
    const code = fiche[champ]
    return code !== avant?.[champ] && !referentiel.codes.get(liste)?.has(code)
  }).map(([champ]) => inconnu(champ, fiche[champ]))
  const categories = referentiel.codes.get('CATEGORIE_PERSONNEL')
  const postes = Object.keys(fiche.postesReference)
    .filter((cle) => !categories?.has(cle) && !Object.hasOwn(avant?.postesReference ?? {}, cle))
    .map((cle) => inconnu('postesReference', cle))
  return [...references, ...postes]
}

function fauteModele(modele: string, { fiche, avant, referentiel }: Examen): Faute[] {
  const connu = referentiel.modeles.get(modele)
  if (!connu) return [dire('modeles', enoncer('MODELE_INCONNU', { modele }))]
  const { types } = connu
  const deja = avant?.typeStructure === fiche.typeStructure && avant.modeles.includes(modele)
  if (deja || types.length === 0 || types.includes(fiche.typeStructure)) return []
  const { typeStructure } = fiche
  return [dire('modeles', enoncer('MODELE_INADAPTE', { modele, typeStructure }), ['typeStructure'])]
}

function fautesModeles(examen: Examen): Faute[] {
  const { fiche, avant } = examen
  const orphelins = Object.keys(fiche.effectifsOuverture).filter(
    (cle) => !fiche.modeles.includes(cle) && !Object.hasOwn(avant?.effectifsOuverture ?? {}, cle),
  )
  return [
    ...fiche.modeles.flatMap((modele) => fauteModele(modele, examen)),
    ...orphelins.map((modele) =>
      dire('effectifsOuverture', enoncer('EFFECTIF_SANS_MODELE', { modele }), ['modeles']),
    ),
  ]
}

/** Whether one comes back to the structure by going up from it. */
function tourneEnRond(code: string, noeuds: Examen['noeuds']): boolean {
  const vus = new Set<string>()
  let parent = noeuds.get(code)?.parent ?? null
  while (parent !== null && !vus.has(parent)) {
    if (parent === code) return true
    vus.add(parent)
    parent = noeuds.get(parent)?.parent ?? null
  }
  return false
}

function refusDuParent({ fiche, noeuds }: Examen): Enonce | null {
  const { code, parent } = fiche
  if (parent === null) return null
  const noeud = noeuds.get(parent)
  if (!noeud) return enoncer('PARENT_INCONNU', { parent })
  if (parent === code) return enoncer('PARENT_SOI_MEME')
  if (noeud.typeStructure !== TYPE_PARENT) return enoncer('PARENT_NON_REGIONAL', { parent })
  return tourneEnRond(code, noeuds) ? enoncer('PARENT_DEPENDANT', { parent }) : null
}

/** Closed, or past the day that its record gives for it. */
const estFermee = ({ etat, dateFermeture }: Noeud, aujourdhui: string): boolean =>
  etat === 'FERMEE' || (dateFermeture !== null && dateFermeture < aujourdhui)

/**
 * A closed regional office takes in no structure any more: neither a new one, nor one moved to it,
 * nor one that enters service, invited or closed till then. Those that it had in service stay until
 * somebody moves them, and what is closed may hang on what is closed.
 */
export function estParentFerme({
  fiche: { parent, etat },
  avant,
  noeuds,
  aujourdhui,
}: Pick<Examen, 'fiche' | 'avant' | 'noeuds' | 'aujourdhui'>): boolean {
  const noeud = parent === null ? undefined : noeuds.get(parent)
  if (!noeud || etat === 'FERMEE' || !estFermee(noeud, aujourdhui)) return false
  const entre = etat !== 'INVITEE' && (avant?.etat === 'INVITEE' || avant?.etat === 'FERMEE')
  return !avant || avant.parent?.code !== parent || entre
}

function fautesParent(examen: Examen): Faute[] {
  const { fiche, avant, noeuds } = examen
  const fautif = refusDuParent(examen)
  const fautes = fautif ? [dire('parent', fautif)] : []
  if (!fautif && fiche.parent !== null && estParentFerme(examen)) {
    // Whether it may be closed depends on the state.
    fautes.push(dire('parent', enoncer('PARENT_FERME', { parent: fiche.parent }), ['etat']))
  }
  if (avant?.typeStructure !== TYPE_PARENT || fiche.typeStructure === TYPE_PARENT) return fautes
  const enfant = [...noeuds].find(([, { parent }]) => parent === fiche.code)?.[0]
  if (!enfant) return fautes
  return [...fautes, dire('typeStructure', enoncer('STRUCTURES_RATTACHEES', { enfant }))]
}

/** « de mars 2025 ». */
const deMois = (rang: number): string => avecDe(libellePeriode(periodeDe(rang)))

/** A month that already has a form must stay within the dates. */
function fautesMoisSaisis({ fiche, avant, referentiel }: Examen): Faute[] {
  const saisis = referentiel.saisis.get(fiche.code)
  if (!saisis) return []
  const { premier, dernier } = saisis
  const { dateOuverture, dateFermeture } = fiche
  const fautes: Faute[] = []
  if (
    dateOuverture !== avant?.dateOuverture &&
    dateOuverture.slice(0, 7) > isoDe(periodeDe(premier))
  ) {
    const dePeriode = deMois(premier)
    fautes.push(dire('dateOuverture', enoncer('OUVERTURE_APRES_RAPPORT', { dePeriode })))
  }
  if (
    dateFermeture !== null &&
    dateFermeture !== avant?.dateFermeture &&
    dateFermeture.slice(0, 7) < isoDe(periodeDe(dernier))
  ) {
    const dePeriode = deMois(dernier)
    fautes.push(dire('dateFermeture', enoncer('FERMETURE_AVANT_RAPPORT', { dePeriode })))
  }
  return fautes
}

function refusDeFermeture({ fiche, avant, aujourdhui }: Examen): Enonce | null {
  const { etat, dateFermeture } = fiche
  if (dateFermeture === null) {
    return etat === 'FERMEE' ? enoncer('FERMETURE_SANS_DATE') : null
  }
  // What stands so already is not in the way of another change.
  const nouvelle = avant?.etat !== 'FERMEE' || avant.dateFermeture !== dateFermeture
  if (etat === 'FERMEE' && dateFermeture > aujourdhui && nouvelle) {
    return enoncer('FERMETURE_A_VENIR')
  }
  const rouverte = avant?.etat === 'FERMEE' && etat !== 'FERMEE' && dateFermeture < aujourdhui
  return rouverte ? enoncer('FERMETURE_A_EFFACER') : null
}

function fautesFermeture(examen: Examen): Faute[] {
  const { dateOuverture, dateFermeture } = examen.fiche
  if (dateFermeture !== null && dateFermeture < dateOuverture) {
    return [dire('dateFermeture', enoncer('FERMETURE_AVANT_OUVERTURE'), ['dateOuverture'])]
  }
  const refus = refusDeFermeture(examen)
  return refus ? [dire('dateFermeture', refus, ['etat'])] : []
}

const fautesDates = (examen: Examen): Faute[] => [
  ...fautesFermeture(examen),
  ...fautesMoisSaisis(examen),
]

function fautesEtat({ fiche, avant }: Examen): Faute[] {
  if (fiche.etat !== 'INVITEE' || avant?.etat === 'INVITEE') return []
  return [dire('etat', enoncer('INVITATION_REQUISE'))]
}

/** All that stands in the way of this record; empty when it can be written. */
export function verifierFiche(examen: Examen): Faute[] {
  return [
    ...fautesCodes(examen),
    ...fautesModeles(examen),
    ...fautesParent(examen),
    ...fautesDates(examen),
    ...fautesEtat(examen),
  ]
}
