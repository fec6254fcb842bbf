// Global set-up of the simulation of several people on one report (`web`, store): the platform on an
// embedded base, listening, with a small model, two people of a structure and its reports begun.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import { zModele } from '@releve/contract/modele/modele.schema.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { TestProject } from 'vitest/node'
import { seedsOf } from '../../tools/graines.ts'
import { PORTEE } from '../../tools/portee.ts'
import { STRUCTURES } from '../seed/structures.ts'
import { createApp } from '../src/app.ts'
import { type BaseOuverte, openBase } from '../src/platform/base/ouvrir.ts'
import { readConfig } from '../src/platform/config.ts'
import { insertSession } from '../src/session/session.sql.ts'
import { insertStructure } from '../src/structure/structure.sql.ts'
import { insertUtilisateur } from '../src/utilisateur/utilisateur.sql.ts'
import { CAUSES, ERREURS_SEULES } from './causes.ts'
import { preparer } from './preparation.ts'
import { changerDepuisToujours } from './structures.ts'

const DEPART = new Date('2025-03-20T10:00:00Z')
const CODE = 'DEUX'
const STRUCTURE = 'CAU-R01-01'

/** A few cells that several people fill, a total, and a table whose rows they add. */
const SOURCE: ModeleSource = {
  code: CODE,
  version: 1,
  libelle: 'À deux',
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: { effectif: 'T', entrees: 'A', sorties: 'B', reference: 'C' },
  sections: [
    {
      code: 'GEN',
      libelle: 'Chiffres',
      type: 'champs',
      champs: [
        ...['A', 'B', 'C', 'D'].map((code) => ({ code, libelle: code, nature: 'entier' as const })),
        { code: 'T', libelle: 'Total', nature: 'entier', formule: 'A + B' },
      ],
    },
    {
      code: 'LIG',
      libelle: 'Lignes',
      type: 'tableau',
      lignesMax: 3,
      colonnes: [{ code: 'N', libelle: 'Nombre', nature: 'entier' }],
    },
  ],
  controles: [
    {
      code: 'DX01',
      niveau: 'AVERTISSEMENT',
      formule: 'A <= B',
      cellules: ['A'],
      message: '{A} pour {B}.',
    },
  ],
}

async function semer({ db }: BaseOuverte): Promise<number> {
  const { parent: _, ...structure } = STRUCTURES.find(({ code }) => code === STRUCTURE) ?? {}
  const id = await insertStructure(db, { ...structure, parentId: null } as never)
  const modele = zModele.parse(compilerModele(developperModele(SOURCE, {})).modele)
  const definition = JSON.stringify(modele)
  const { version, libelle } = SOURCE
  const ecrit = { code: CODE, version, libelle, definition, source: JSON.stringify(SOURCE) }
  await db
    .insertInto('modele')
    .values({ ...ecrit, enVigueurDu: 2000 * 12 })
    .execute()
  await changerDepuisToujours(db, { modeles: [CODE] })
  return id
}

async function inscrire({ db }: BaseOuverte, nom: string, structureId: number): Promise<string> {
  const motDePasse = '!'
  const roles = ['ROLE_STRUCTURE' as const]
  const compte = { identifiant: nom, nom, nomAffichable: nom, roles, structureId, motDePasse }
  const { token } = await insertSession(db, await insertUtilisateur(db, compte), DEPART)
  await db.updateTable('jetonAcces').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
  await db.updateTable('session').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
  return token
}

export default async function setup(projet: TestProject): Promise<() => Promise<void>> {
  const dossier = mkdtempSync(join(tmpdir(), 'releve-deux-'))
  const base = await openBase({ dataDir: dossier })
  await preparer(base)
  const structureId = await semer(base)
  const jetons = {
    awa: await inscrire(base, 'awa', structureId),
    binta: await inscrire(base, 'binta', structureId),
  }
  const app = await createApp({
    base,
    config: readConfig(ERREURS_SEULES),
    flux: CAUSES,
    maintenant: () => DEPART,
    attendre: async () => {},
  })
  const origine = await app.listen({ host: '127.0.0.1', port: 0 })
  const { path } = formulaireApi.enregistrerFormulaire
  const commence = await fetch(
    `${origine}/api${path.replace('{mois}', 'MARCH').replace('{annee}', '2025')}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${jetons.awa}`, 'content-type': 'application/json' },
      body: JSON.stringify({ modele: CODE, structure: STRUCTURE }),
    },
  )
  if (!commence.ok) throw new Error(await commence.text())
  const { numero } = (await commence.json()) as { numero: string }
  const actes = Number(process.env['ACTES'] ?? (PORTEE === 'porte' ? 3000 : 6000))
  const graines = seedsOf('fenetres')
  projet.provide('deux', { origine: `${origine}/api`, jetons, numero, actes, graines })
  return async () => {
    await app.close()
    await base.close()
    rmSync(dossier, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the platform listens, who may call it, and the report that they share. */
    deux: {
      origine: string
      jetons: { awa: string; binta: string }
      numero: string
      /** How many acts (`ACTES`), from which draws (`GRAINE`): longer, or others, are run by hand. */
      actes: number
      graines: readonly number[]
    }
  }
}
