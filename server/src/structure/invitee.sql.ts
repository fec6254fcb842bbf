import type { Inviter } from '@releve/contract/inscription/inscription.schema.ts'
import { type Structure, zFicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { erreur } from '../platform/erreur.ts'
import {
  type Acte,
  ecrireFiche,
  ficheDe,
  jourDe,
  normaliserFiche,
  refuserFautes,
} from './enregistrer.ts'
import { estParentFerme, verifierFiche } from './fiche.regles.ts'
import { findReferentiel, listFiches, listNoeuds, type Referentiel } from './fiche.sql.ts'

/** The models made for this type of structure, the most special first: it is the one by default. */
function modelesDuType(referentiel: Referentiel, typeStructure: string): string[] {
  const rang = (types: string[]) => types.length || Number.POSITIVE_INFINITY
  return [...referentiel.modeles]
    .filter(([, types]) => types.length === 0 || types.includes(typeStructure))
    .toSorted(([, a], [, b]) => rang(a) - rang(b))
    .map(([modele]) => modele)
}

/**
 * The structure of an invitation: as it is, or created INVITEE, with its type's models and opened
 * today unless told. The caller holds `verrouillerStructures`.
 * @throws what stands in the way of the record.
 */
export async function findOuCreerInvitee(acte: Acte, demande: Inviter): Promise<Structure> {
  const referentiel = await findReferentiel(acte.sql, [demande.code])
  const existante = referentiel.fiches.get(demande.code)
  if (existante) return existante
  const aujourdhui = await jourDe(acte)
  const fiche = normaliserFiche(
    zFicheStructure.parse({
      ...demande,
      modeles: demande.modeles ?? modelesDuType(referentiel, demande.typeStructure),
      dateOuverture: demande.dateOuverture ?? aujourdhui,
    }),
  )
  const noeuds = new Map([...referentiel.noeuds, [fiche.code, { id: 0, ...fiche }] as const])
  refuserFautes(verifierFiche({ fiche, avant: null, referentiel, noeuds, aujourdhui }))
  const parentId = fiche.parent === null ? null : (referentiel.noeuds.get(fiche.parent)?.id ?? null)
  await ecrireFiche(acte, { ...fiche, etat: 'INVITEE' }, { avant: null, parentId, aujourdhui })
  const [creee] = await listFiches(acte.sql, [fiche.code])
  if (!creee) throw new Error(`structure ${fiche.code} absente après son écriture`)
  return creee
}

/** Whether an invited structure, become ACTIVE, would enter a regional office that has closed. */
async function entreraitChezFermee(acte: Pick<Acte, 'sql' | 'maintenant'>, avant: Structure) {
  const fiche = { ...ficheDe(avant), etat: 'ACTIVE' as const }
  const noeuds = await listNoeuds(acte.sql)
  return estParentFerme({ fiche, avant, noeuds, aujourdhui: await jourDe(acte) })
}

/**
 * What `activerInvitee` would refuse to whoever answers is told to whoever invites.
 * @throws PARENT_INVALIDE
 */
export async function refuserSansIssue(
  acte: Pick<Acte, 'sql' | 'maintenant'>,
  structure: Structure,
): Promise<void> {
  if (structure.etat !== 'INVITEE' || !(await entreraitChezFermee(acte, structure))) return
  const message = `La structure est rattachée à «\u00A0${structure.parent?.code}\u00A0», qui est fermée. Donnez-lui une autre direction régionale dans sa fiche avant de l’inviter.`
  throw erreur('PARENT_INVALIDE', { message })
}

/**
 * An invited structure has its account: it becomes ACTIVE, expected from now on. In any other state
 * it stays as it is: a suspension is lifted by who decided it. The caller holds
 * `verrouillerStructures`.
 * @throws PARENT_INVALIDE its regional office has closed since: whoever answers cannot mend it
 */
export async function activerInvitee(acte: Acte, code: string): Promise<void> {
  const [avant] = await listFiches(acte.sql, [code])
  if (avant?.etat !== 'INVITEE') return
  if (await entreraitChezFermee(acte, avant)) {
    const message = `La direction régionale de votre structure, «\u00A0${avant.parent?.libelle}\u00A0», est fermée. Demandez à la direction centrale d’en choisir une autre, puis suivez de nouveau ce lien.`
    throw erreur('PARENT_INVALIDE', { message })
  }
  const aujourdhui = await jourDe(acte)
  const parentId = avant.parent?.id ?? null
  await ecrireFiche(acte, { ...ficheDe(avant), etat: 'ACTIVE' }, { avant, parentId, aujourdhui })
}
