import type { StructureSemee } from '../../seed/structures/structure.ts'
import type { Db } from '../platform/route.ts'
import { findCompte } from '../session/secret.sql.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'

/** Opens every account of the demonstration; never used elsewhere. */
export const MOT_DE_PASSE = 'Demonstration-2026'

/** What to tell whoever starts the demonstration. */
export const COMPTES_DEMONSTRATION: string[] = [
  '',
  `Comptes de démonstration (mot de passe de tous\u00a0: ${MOT_DE_PASSE})`,
  '  dpps          direction centrale (DPPS)',
  '  admin         administration des comptes, premier contrôle',
  '  cau-r01-01    une structure\u202f; les autres ont pour identifiant leur code en minuscules',
  '  dr-r01        une direction régionale',
]

const CENTRAUX = {
  DPPS: {
    identifiant: 'dpps',
    nom: 'Direction centrale',
    nomAffichable: 'Direction centrale (DPPS)',
    fonction: 'Pilotage de la collecte',
    email: 'dpps@example.org',
    roles: ['ROLE_DPPS'],
  },
  ADMIN: {
    identifiant: 'admin',
    nom: 'Administration des comptes',
    nomAffichable: 'Administration des comptes',
    fonction: 'Comptes et premier contrôle',
    email: 'admin@example.org',
    roles: ['ROLE_ADMIN'],
  },
} satisfies Record<string, Omit<Parameters<typeof insertUtilisateur>[1], 'motDePasse'>>

async function assurerCompte(
  db: Db,
  compte: (typeof CENTRAUX)[keyof typeof CENTRAUX],
  motDePasse: string,
): Promise<number> {
  const deja = await findCompte(db, compte.identifiant)
  return deja?.id ?? insertUtilisateur(db, { ...compte, motDePasse })
}

/**
 * The two accounts of the directorate; those that exist are left as they are. `empreinte` is the
 * hash of the password of those created.
 */
export async function assurerComptesCentraux(
  db: Db,
  empreinte: string,
): Promise<Record<'DPPS' | 'ADMIN', number>> {
  return {
    DPPS: await assurerCompte(db, CENTRAUX.DPPS, empreinte),
    ADMIN: await assurerCompte(db, CENTRAUX.ADMIN, empreinte),
  }
}

/** The account of a structure, to be created. */
export function pointFocalDe(
  structure: Pick<StructureSemee, 'code' | 'libelle' | 'email' | 'telephone'>,
  structureId: number,
  empreinte: string,
) {
  return {
    identifiant: structure.code.toLowerCase(),
    nom: 'Point focal',
    nomAffichable: `Point focal – ${structure.libelle}`,
    fonction: 'Point focal',
    email: structure.email,
    telephone: structure.telephone,
    roles: ['ROLE_STRUCTURE' as const],
    structureId,
    motDePasse: empreinte,
  }
}
