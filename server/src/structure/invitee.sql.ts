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
import { estParentFerme, fautesParent, verifierFiche } from './fiche.regles.ts'
import { findReferentiel, listFiches, listNoeuds, type Referentiel } from './fiche.sql.ts'

/** The models made for this type of structure, the most special first: it is the one by default. */
function modelesDuType(referentiel: Referentiel, typeStructure: string): string[] {
  const rang = (types: string[]) => types.length || Number.POSITIVE_INFINITY
  return [...referentiel.modeles]
    .filter(([, types]) => types.length === 0 || types.includes(typeStructure))
    .toSorted(([, a], [, b]) => rang(a) - rang(b))
    .map(([modele]) => modele)
}

/** Its invitation would be refused to whoever answers it. @throws PARENT_INVALIDE */
function refuserSansIssue(avant: Structure, referentiel: Referentiel, aujourdhui: string): void {
  if (avant.etat !== 'INVITEE') return
  const { noeuds } = referentiel
  const fiche = { ...ficheDe(avant), etat: 'ACTIVE' as const }
  refuserFautes(fautesParent({ fiche, avant, referentiel, noeuds, aujourdhui }))
}

/**
 * The structure of an invitation: as it is, or created INVITEE, with its type's models and opened
 * today unless told. The caller holds `verrouillerStructures`.
 * @throws what stands in the way of the record.
 */
export async function findOuCreerInvitee(acte: Acte, demande: Inviter): Promise<Structure> {
  const referentiel = await findReferentiel(acte.sql, [demande.code])
  const existante = referentiel.fiches.get(demande.code)
  const aujourdhui = await jourDe(acte)
  if (existante) {
    refuserSansIssue(existante, referentiel, aujourdhui)
    return existante
  }
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

/**
 * An invited structure has its account: it becomes ACTIVE, expected from now on. In any other state
 * it stays as it is: a suspension is lifted by who decided it. The caller holds
 * `verrouillerStructures`.
 * @throws PARENT_INVALIDE its regional office has closed since: whoever answers cannot mend it
 */
export async function activerInvitee(acte: Acte, code: string): Promise<void> {
  const [avant] = await listFiches(acte.sql, [code])
  if (avant?.etat !== 'INVITEE') return
  const aujourdhui = await jourDe(acte)
  const fiche = { ...ficheDe(avant), etat: 'ACTIVE' as const }
  const noeuds = await listNoeuds(acte.sql)
  if (estParentFerme({ fiche, avant, noeuds, aujourdhui })) {
    const message = `La direction régionale de votre structure, «\u00A0${avant.parent?.libelle}\u00A0», est fermée. Demandez à la direction centrale d’en choisir une autre, puis suivez de nouveau ce lien.`
    throw erreur('PARENT_INVALIDE', { message })
  }
  await ecrireFiche(acte, fiche, { avant, parentId: avant.parent?.id ?? null, aujourdhui })
}
