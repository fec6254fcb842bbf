import { STRUCTURES } from '../../seed/structures.ts'
import type { Sql } from '../platform/route.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'
import type { Auteurs } from './formulaires.ts'

/** Opens every account of the demonstration; never used elsewhere. */
export const MOT_DE_PASSE = 'Demonstration-2026'

/** What to tell whoever starts the demonstration. */
export const COMPTES_DEMONSTRATION: string[] = [
  '',
  `Comptes de démonstration (mot de passe de tous : ${MOT_DE_PASSE})`,
  '  dpps          direction centrale (DPPS)',
  '  admin         administration des comptes, premier contrôle',
  '  cau-r01-01    une structure ; les autres ont pour identifiant leur code en minuscules',
  '  dr-r01        une direction régionale',
]

/** The two accounts of the directorate; `empreinte` is the hash of their password. */
export async function insertComptesCentraux(
  sql: Sql,
  empreinte: string,
): Promise<Omit<Auteurs, 'STRUCTURE'>> {
  const DPPS = await insertUtilisateur(sql, {
    identifiant: 'dpps',
    nom: 'Direction centrale',
    nomAffichable: 'Direction centrale (DPPS)',
    fonction: 'Pilotage de la collecte',
    email: 'dpps@example.org',
    roles: ['ROLE_DPPS'],
    motDePasse: empreinte,
  })
  const ADMIN = await insertUtilisateur(sql, {
    identifiant: 'admin',
    nom: 'Administration des comptes',
    nomAffichable: 'Administration des comptes',
    fonction: 'Comptes et premier contrôle',
    email: 'admin@example.org',
    roles: ['ROLE_ADMIN'],
    motDePasse: empreinte,
  })
  return { DPPS, ADMIN }
}

/** The account that reports for a structure. */
export function insertPointFocal(
  sql: Sql,
  structure: Pick<(typeof STRUCTURES)[number], 'code' | 'libelle' | 'email' | 'telephone'>,
  structureId: number,
  empreinte: string,
): Promise<number> {
  return insertUtilisateur(sql, {
    identifiant: structure.code.toLowerCase(),
    nom: 'Point focal',
    nomAffichable: `Point focal – ${structure.libelle}`,
    fonction: 'Point focal',
    email: structure.email,
    telephone: structure.telephone,
    roles: ['ROLE_STRUCTURE'],
    structureId,
    motDePasse: empreinte,
  })
}
