import type { Inviter } from '@releve/contract/inscription/inscription.schema.ts'
import { type Structure, zFicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import {
  type Auteur,
  avecNoeud,
  depuisToujours,
  ecrireFiche,
  ficheDe,
  idsDe,
  jourDe,
  normaliserFiche,
  partager,
  refuserFautes,
} from './enregistrer.ts'
import { estParentFerme, verifierFiche } from './fiche.rules.ts'
import { findReferentiel, listFiches, listNoeuds, type Referentiel } from './fiche.sql.ts'
import { debutsDe } from './hierarchie.ts'
import { listTranches } from './periode.sql.ts'

/** The models made for this type of structure, the most special first: it is the one by default. */
function modelesDuType(referentiel: Referentiel, typeStructure: string): string[] {
  const rang = ({ types }: { types: string[] }) => types.length || Number.POSITIVE_INFINITY
  return [...referentiel.modeles]
    .filter(([, { types }]) => types.length === 0 || types.includes(typeStructure))
    .toSorted(([, a], [, b]) => rang(a) - rang(b))
    .map(([modele]) => modele)
}

/**
 * The structure of an invitation: as it is, or created INVITEE, with its type's models and opened
 * today unless told. The caller holds `verrouillerStructures`.
 * @throws what stands in the way of the record.
 */
export async function trouverOuCreerInvitee(auteur: Auteur, demande: Inviter): Promise<Structure> {
  const mois = await moisCourant(auteur)
  const referentiel = await findReferentiel(auteur.db, mois, [demande.code])
  const existante = referentiel.fiches.get(demande.code)
  if (existante) return existante
  const jour = await jourDe(auteur)
  const fiche = normaliserFiche(
    zFicheStructure.parse({
      ...demande,
      modeles: demande.modeles ?? modelesDuType(referentiel, demande.typeStructure),
      dateOuverture: demande.dateOuverture ?? jour,
    }),
  )
  const apres = depuisToujours(partager(fiche).etat)
  const noeuds = avecNoeud(referentiel.noeuds, fiche.code, { ...fiche, tranches: apres })
  const neuve = { ficheAvant: null, avant: null, apres, jour, ids: idsDe(referentiel.noeuds) }
  const examen = { ...neuve, fiche, referentiel, noeuds, debuts: debutsDe(noeuds), mois }
  refuserFautes(verifierFiche({ ...examen, aujourdhui: jour }))
  await ecrireFiche(auteur, { ...fiche, etat: 'INVITEE' }, neuve)
  const [creee] = await listFiches(auteur.db, mois, [fiche.code])
  if (!creee) throw new Error(`structure ${fiche.code} absente après son écriture`)
  return creee
}

/** Whether an invited structure, become ACTIVE, would enter a regional office that has closed. */
async function entreraitChezFermee(auteur: Pick<Auteur, 'db' | 'maintenant'>, avant: Structure) {
  const attache = ficheDe(avant)
  const noeuds = await listNoeuds(auteur.db)
  const aujourdhui = await jourDe(auteur)
  return estParentFerme({ ...attache, etat: 'ACTIVE' }, attache, { noeuds, aujourdhui })
}

/**
 * What `activerInvitee` would refuse to whoever answers is told to whoever invites.
 * @throws PARENT_FERME_AVANT_INVITATION
 */
export async function refuserSansIssue(
  auteur: Pick<Auteur, 'db' | 'maintenant'>,
  structure: Structure,
): Promise<void> {
  if (structure.etat !== 'INVITEE' || !(await entreraitChezFermee(auteur, structure))) return
  throw erreur('PARENT_FERME_AVANT_INVITATION', { parent: structure.parent?.code ?? '' })
}

/**
 * An invited structure has its account: it becomes ACTIVE, expected from now on. In any other state
 * it stays as it is: a suspension is lifted by who decided it. The caller holds
 * `verrouillerStructures`.
 * @throws PARENT_FERME_DEPUIS its regional office has closed since: whoever answers cannot mend it
 */
export async function activerInvitee(auteur: Auteur, code: string): Promise<void> {
  const [ficheAvant] = await listFiches(auteur.db, await moisCourant(auteur), [code])
  if (ficheAvant?.etat !== 'INVITEE') return
  if (await entreraitChezFermee(auteur, ficheAvant)) {
    throw erreur('PARENT_FERME_DEPUIS', { parent: ficheAvant.parent?.libelle ?? '' })
  }
  const jour = await jourDe(auteur)
  const avant = (await listTranches(auteur.db, [code])).get(code) ?? []
  const ecrite = { ficheAvant, avant, apres: avant, jour, ids: new Map() }
  await ecrireFiche(auteur, { ...ficheDe(ficheAvant), etat: 'ACTIVE' }, ecrite)
}
