import { isDeepStrictEqual } from 'node:util'
import { type Enonce, enoncer } from '@releve/contract/erreur.ts'
import { isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import type { ChampDate } from '@releve/contract/structure/structure.champs.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import type { Referentiel } from './fiche.sql.ts'
import { direFormulaires } from './formulaires.ts'
import { enfantDe, estFermeeEn, type Noeuds, noeudDuMois, tourneEnRond } from './hierarchie.ts'
import type { EtatDate, Plage, Tranche } from './periode.sql.ts'
import { croiser, etatDuMois } from './periode.ts'

/** What stands in the way of a record, in which of its fields. */
export type Faute = Enonce & {
  champ: keyof FicheStructure
  /** In a field of several values, that of which it speaks. */
  cle?: string
  /** Other fields that it was judged upon. */
  selon?: readonly (keyof FicheStructure)[]
}

/** What is dated of a structure, as recorded (null: it is new) and as it would be. */
export type Changees = { avant: readonly Tranche[] | null; apres: readonly Tranche[] }

/** What a change of what is dated is judged upon. */
export type ExamenDates = Changees & {
  code: string
  /** As it would be: months before it opens say nothing of its regional office. */
  fiche: Pick<FicheStructure, 'dateOuverture' | 'etat'>
  ouverture: number
  /** As recorded: an earlier opening adds months, of which nothing was said. */
  ouvertureAvant: number
  referentiel: Referentiel
  /** The hierarchy as it would be, and the months in which something of it changes. */
  noeuds: Noeuds
  debuts: readonly number[]
  /** The present month. */
  mois: number
}

const TYPE_PARENT = 'DR'

/** A month that is judged: what is true of it, as recorded and as it would be. */
type Etape = {
  rang: number
  avant: EtatDate | null
  etat: EtatDate
  /** Whether the field takes this value in this month. */
  entre: (champ: ChampDate) => boolean
  /** « en mars 2024 », with a blank before; nothing of the present month. */
  quand: string
}

/** Whether what is dated differs somewhere in these months. */
const estChangee = ({ avant, apres }: Changees, { du }: Plage): boolean =>
  avant === null || !isDeepStrictEqual(etatDuMois(avant, du), etatDuMois(apres, du))

/** Of a stretch, the months that are judged: those that change, or that an earlier opening adds. */
function aJuger(examen: ExamenDates, { du, au }: Plage): Plage {
  const { ouverture, ouvertureAvant } = examen
  if (estChangee(examen, { du, au })) return { du: Math.max(du, Math.min(ouverture, au)), au }
  return { du: Math.max(du, ouverture), au: Math.min(au, ouvertureAvant - 1) }
}

/**
 * The months that stand for all those that are judged: where each stretch of them begins, where
 * something of the hierarchy changes, and the present one, which comes first.
 */
function moisJuges(examen: ExamenDates): number[] {
  const { avant, apres, debuts, mois } = examen
  const rangs = new Set<number>()
  for (const plage of croiser(avant ?? [], apres)) {
    const { du, au } = aJuger(examen, plage)
    for (const rang of [du, ...debuts, mois]) if (du <= rang && rang <= au) rangs.add(rang)
  }
  return [...rangs].toSorted((a, b) => Number(b === mois) - Number(a === mois) || a - b)
}

function etapesDe(examen: ExamenDates): Etape[] {
  const { avant, apres, ouverture, mois } = examen
  return moisJuges(examen).map((rang) => {
    const etat = etatDuMois(apres, rang)
    const veille = rang <= ouverture || rang === 0 ? null : etatDuMois(apres, rang - 1)
    return {
      rang,
      avant: avant && etatDuMois(avant, rang),
      etat,
      entre: (champ) => veille === null || !isDeepStrictEqual(veille[champ], etat[champ]),
      quand: rang === mois ? '' : ` en ${libellePeriode(periodeDe(rang))}`,
    }
  })
}

const dire = (
  champ: Faute['champ'],
  enonce: Enonce,
  selon: readonly Faute['champ'][] = [],
): Faute => ({ champ, ...enonce, selon })

export const inconnu = (champ: Faute['champ'], code: string, quand = ''): Faute => ({
  champ,
  cle: code,
  ...enoncer('CODE_INCONNU', { code, quand }),
})

/** Whether a list offers a code in this month. */
export function estOffert(
  { codes }: Pick<Referentiel, 'codes'>,
  liste: string,
  { code, rang }: { code: string; rang: number },
): boolean {
  const validite = codes.get(liste)?.get(code)
  if (!validite) return false
  const mois = isoDe(periodeDe(rang))
  return (validite.du ?? mois) <= mois && mois <= (validite.au ?? mois)
}

const LISTES = [
  ['typeStructure', 'TYPE_STRUCTURE'],
  ['region', 'REGION'],
] as const

/** A value must be offered now, or when it is taken; taken off its list, it stays good where it is. */
function fautesCodes({ referentiel, mois }: ExamenDates, etape: Etape): Faute[] {
  const { rang, avant, etat, entre, quand } = etape
  const estBon = (liste: string, code: string) =>
    [rang, mois].some((un) => estOffert(referentiel, liste, { code, rang: un }))
  const references = LISTES.filter(
    ([champ, liste]) =>
      etat[champ] !== avant?.[champ] && entre(champ) && !estBon(liste, etat[champ]),
  ).map(([champ]) => inconnu(champ, etat[champ], quand))
  if (!entre('postesReference')) return references
  const postes = Object.keys(etat.postesReference).filter(
    (cle) =>
      !Object.hasOwn(avant?.postesReference ?? {}, cle) && !estBon('CATEGORIE_PERSONNEL', cle),
  )
  return [...references, ...postes.map((cle) => inconnu('postesReference', cle, quand))]
}

function fautesModeles({ referentiel }: ExamenDates, { avant, etat, quand }: Etape): Faute[] {
  const { typeStructure } = etat
  return etat.modeles.flatMap((modele) => {
    const connu = referentiel.modeles.get(modele)
    if (!connu) return [{ ...dire('modeles', enoncer('MODELE_INCONNU', { modele })), cle: modele }]
    const { types } = connu
    const deja = avant?.typeStructure === typeStructure && avant.modeles.includes(modele)
    if (deja || types.length === 0 || types.includes(typeStructure)) return []
    const enonce = enoncer('MODELE_INADAPTE', { modele, typeStructure, quand })
    return [{ ...dire('modeles', enonce, ['typeStructure']), cle: modele }]
  })
}

function refusDuParent(examen: ExamenDates, { rang, etat, entre, quand }: Etape): Enonce | null {
  const { code, noeuds, fiche } = examen
  const { parent } = etat
  if (parent === null) return null
  const noeud = noeuds.get(parent)
  if (!noeud) return enoncer('PARENT_INCONNU', { parent })
  if (parent === code) return enoncer('PARENT_SOI_MEME')
  if (noeudDuMois(noeud, rang)?.typeStructure !== TYPE_PARENT) {
    return enoncer('PARENT_NON_REGIONAL', { parent, quand })
  }
  if (tourneEnRond(code, noeuds, rang)) return enoncer('PARENT_DEPENDANT', { parent, quand })
  const ferme = fiche.etat !== 'FERMEE' && entre('parent') && estFermeeEn(noeud, rang)
  return ferme ? enoncer('PARENT_FERME', { parent, quand }) : null
}

function fautesParent(examen: ExamenDates, etape: Etape): Faute[] {
  const { avant, etat, rang, quand } = etape
  const refus = refusDuParent(examen, etape)
  // Whether it may be closed depends on the state.
  const selon = refus?.code === 'PARENT_FERME' ? (['etat'] as const) : []
  const fautes = refus ? [dire('parent', refus, selon)] : []
  if (avant?.typeStructure !== TYPE_PARENT || etat.typeStructure === TYPE_PARENT) return fautes
  const enfant = enfantDe(examen.code, examen.noeuds, rang)
  if (!enfant) return fautes
  return [...fautes, dire('typeStructure', enoncer('STRUCTURES_RATTACHEES', { enfant, quand }))]
}

/** A model is not taken away from months of which it has reports. */
function fautesModelesRetires({ code, avant, apres, referentiel }: ExamenDates): Faute[] {
  if (!avant) return []
  const sans = (referentiel.formulaires.get(code) ?? []).filter(
    ({ modele, rang }) =>
      etatDuMois(avant, rang).modeles.includes(modele) &&
      !etatDuMois(apres, rang).modeles.includes(modele),
  )
  return [...Map.groupBy(sans, ({ modele }) => modele)].map(([modele, siens]) => {
    const numeros = direFormulaires(siens)
    return { ...dire('modeles', enoncer('MODELE_AVEC_RAPPORTS', { modele, numeros })), cle: modele }
  })
}

const REGLES = [fautesCodes, fautesModeles, fautesParent]

/** All that stands in the way of what is dated, in any of the months that change; each once. */
export function fautesDatees(examen: ExamenDates): Faute[] {
  const etapes = etapesDe(examen)
  const parChose = new Map<string, Faute>()
  for (const faute of REGLES.flatMap((regle) => etapes.flatMap((etape) => regle(examen, etape)))) {
    const chose = JSON.stringify([faute.champ, faute.code, faute.cle])
    if (!parChose.has(chose)) parChose.set(chose, faute)
  }
  return [...parChose.values(), ...fautesModelesRetires(examen)]
}
