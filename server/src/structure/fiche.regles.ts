import type { CodeErreur } from '@releve/contract/erreur.ts'
import { avecDe, isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import type { Noeud, Referentiel } from './fiche.sql.ts'

/** What stands in the way of a record, in which of its fields; `valeurs` fill its sentence. */
export type Faute = {
  champ: keyof FicheStructure
  code: CodeErreur
  valeurs: Record<string, string>
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
  code: CodeErreur,
  message: string,
  selon: readonly Faute['champ'][] = [],
): Faute => ({ champ, code, valeurs: { message }, selon })
const inconnu = (champ: Faute['champ'], code: string): Faute => ({
  champ,
  code: 'CODE_INCONNU',
  valeurs: { code },
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
  const types = referentiel.modeles.get(modele)
  if (!types) return [{ champ: 'modeles', code: 'MODELE_INCONNU', valeurs: { modele } }]
  const deja = avant?.typeStructure === fiche.typeStructure && avant.modeles.includes(modele)
  if (deja || types.length === 0 || types.includes(fiche.typeStructure)) return []
  const message = `Le modèle ${modele} ne convient pas au type de structure «\u00A0${fiche.typeStructure}\u00A0». Retirez-le, ou changez le type.`
  return [dire('modeles', 'MODELE_INADAPTE', message, ['typeStructure'])]
}

function fautesModeles(examen: Examen): Faute[] {
  const { fiche, avant } = examen
  const orphelins = Object.keys(fiche.effectifsOuverture).filter(
    (cle) => !fiche.modeles.includes(cle) && !Object.hasOwn(avant?.effectifsOuverture ?? {}, cle),
  )
  return [
    ...fiche.modeles.flatMap((modele) => fauteModele(modele, examen)),
    ...orphelins.map((cle) => {
      const message = `L’effectif d’ouverture de «\u00A0${cle}\u00A0» suppose que ce modèle soit attribué à la structure.`
      return dire('effectifsOuverture', 'MODELE_INADAPTE', message, ['modeles'])
    }),
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

function messageParent({ fiche, noeuds }: Examen): string | null {
  const { code, parent } = fiche
  if (parent === null) return null
  const noeud = noeuds.get(parent)
  if (!noeud)
    return `La structure de rattachement «\u00A0${parent}\u00A0» n’existe pas. Choisissez-la dans la liste.`
  if (parent === code)
    return 'Une structure n’est pas rattachée à elle-même. Choisissez une direction régionale.'
  if (noeud.typeStructure !== TYPE_PARENT) {
    return `«\u00A0${parent}\u00A0» n’est pas une direction régionale. Choisissez-en une.`
  }
  if (!tourneEnRond(code, noeuds)) return null
  return `«\u00A0${parent}\u00A0» dépend déjà de cette structure. Choisissez une autre direction régionale.`
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

const messageParentFerme = (examen: Examen): string | null =>
  estParentFerme(examen)
    ? `La direction régionale «\u00A0${examen.fiche.parent}\u00A0» est fermée. Choisissez-en une autre, ou rouvrez-la d’abord.`
    : null

function fautesParent(examen: Examen): Faute[] {
  const { fiche, avant, noeuds } = examen
  const fautif = messageParent(examen)
  const message = fautif ?? messageParentFerme(examen)
  // Whether it may be closed depends on the state.
  const selon = fautif === null ? (['etat'] as const) : []
  const fautes = message === null ? [] : [dire('parent', 'PARENT_INVALIDE', message, selon)]
  if (avant?.typeStructure !== TYPE_PARENT || fiche.typeStructure === TYPE_PARENT) return fautes
  const enfant = [...noeuds].find(([, { parent }]) => parent === fiche.code)?.[0]
  if (!enfant) return fautes
  const reste = `«\u00A0${enfant}\u00A0» lui est rattachée\u00A0: elle doit rester une direction régionale.`
  return [...fautes, dire('typeStructure', 'PARENT_INVALIDE', reste)]
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
    const message = `Le rapport ${deMois(premier)} existe déjà\u00A0: la structure doit être ouverte ce mois-là, ou ce rapport annulé.`
    fautes.push(dire('dateOuverture', 'DATES_INVALIDES', message))
  }
  if (
    dateFermeture !== null &&
    dateFermeture !== avant?.dateFermeture &&
    dateFermeture.slice(0, 7) < isoDe(periodeDe(dernier))
  ) {
    const message = `Le rapport ${deMois(dernier)} existe déjà\u00A0: fermez la structure ce mois-là ou plus tard, ou annulez ce rapport.`
    fautes.push(dire('dateFermeture', 'DATES_INVALIDES', message))
  }
  return fautes
}

function messageFermeture({ fiche, avant, aujourdhui }: Examen): string | null {
  const { etat, dateFermeture } = fiche
  if (dateFermeture === null) {
    return etat === 'FERMEE' ? 'Donnez la date de fermeture de la structure.' : null
  }
  // What stands so already is not in the way of another change.
  const nouvelle = avant?.etat !== 'FERMEE' || avant.dateFermeture !== dateFermeture
  if (etat === 'FERMEE' && dateFermeture > aujourdhui && nouvelle) {
    return 'Une structure fermée l’est à une date passée, ou à celle d’aujourd’hui. Pour une fermeture à venir, laissez son état et donnez seulement cette date.'
  }
  const rouverte = avant?.etat === 'FERMEE' && etat !== 'FERMEE' && dateFermeture < aujourdhui
  return rouverte ? 'Effacez la date de fermeture pour rouvrir la structure.' : null
}

function fautesFermeture(examen: Examen): Faute[] {
  const { dateOuverture, dateFermeture } = examen.fiche
  if (dateFermeture !== null && dateFermeture < dateOuverture) {
    const ordre = 'La date de fermeture doit suivre la date d’ouverture. Corrigez l’une des deux.'
    return [dire('dateFermeture', 'DATES_INVALIDES', ordre, ['dateOuverture'])]
  }
  const message = messageFermeture(examen)
  return message === null ? [] : [dire('dateFermeture', 'DATES_INVALIDES', message, ['etat'])]
}

const fautesDates = (examen: Examen): Faute[] => [
  ...fautesFermeture(examen),
  ...fautesMoisSaisis(examen),
]

function fautesEtat({ fiche, avant }: Examen): Faute[] {
  if (fiche.etat !== 'INVITEE' || avant?.etat === 'INVITEE') return []
  return [{ champ: 'etat', code: 'INVITATION_REQUISE', valeurs: {} }]
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
