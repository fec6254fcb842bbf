import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { installer } from '../src/installation.ts'
import { migrer } from '../src/platform/base/migrer.ts'
import { openBase } from '../src/platform/base/ouvrir.ts'
import { dossierDeTest, ENVIRONNEMENT } from './processus.ts'

const ENTREE = fileURLToPath(new URL('../src/releve.ts', import.meta.url))

/** Runs a command to its end, away from any `.env`: its exit code, and all that it said. */
function commander(DATA_DIR: string, ...mots: string[]): Promise<{ code: number; dit: string }> {
  const options = { cwd: import.meta.dirname, env: { ...ENVIRONNEMENT, DATA_DIR } }
  return new Promise((fini) => {
    execFile(process.execPath, [ENTREE, ...mots], options, (echec, sortie, erreurs) => {
      const code = typeof echec?.code === 'number' ? echec.code : 0
      fini({ code, dit: `${sortie}${erreurs}`.trim() })
    })
  })
}

/** A data folder as the platform's first start leaves it, without any account. */
async function dossierInstalle(): Promise<string> {
  const dossier = dossierDeTest()
  const base = await openBase({ dataDir: dossier })
  await migrer(base.db)
  await installer(base.db)
  await base.close()
  return dossier
}

/** What the restored base holds of all this. */
async function relire(dossier: string): Promise<void> {
  const base = await openBase({ dataDir: dossier })
  const { db } = base
  const comptes = await db.selectFrom('utilisateur').selectAll().execute()
  const journal = await db.selectFrom('journal').select('action').orderBy('id', 'desc').execute()
  await base.close()
  expect(comptes).toMatchObject([
    { identifiant: 'zoe', roles: ['ROLE_DPPS', 'ROLE_ADMIN'], forceChangePassword: true },
  ])
  expect(journal.map(({ action }) => action)).toEqual([
    'BASE_RESTAUREE',
    'MOT_DE_PASSE_REINITIALISE',
    'UTILISATEUR_CREE',
  ])
}

describe('npm run releve', () => {
  it.each([
    [[], 'Dites ce qu’il faut faire.'],
    [['danser'], 'La commande «\u00A0danser\u00A0» n’existe pas.'],
    [['sauvegarder'], 'Il manque --vers.'],
    [['sauvegarder', '--vers'], '--vers demande une valeur.'],
    [['sauvegarder', '--vers', 'a', '--vers', 'b'], '--vers est donné deux fois.'],
    [['restaurer', '--depuis', 'a', '--confirmer=non'], '--confirmer s’écrit sans valeur.'],
    [['verifier', '--vite'], '«\u00A0--vite\u00A0» n’est pas une option de verifier.'],
  ])('%j se refuse par une phrase et le code 2', async (mots, phrase) => {
    const { code, dit } = await commander(dossierDeTest(), ...mots)
    expect([code, dit.split('\n')[0]]).toEqual([2, phrase])
  })

  it('dit son mode d’emploi, et qu’une base ouverte ailleurs est occupée', async () => {
    const dossier = await dossierInstalle()
    const aide = await commander(dossier, 'aide')
    expect(aide.code).toBe(0)
    expect(aide.dit).toContain('mot-de-passe:reinitialiser')
    const base = await openBase({ dataDir: dossier })
    const occupee = await commander(dossier, 'verifier')
    await base.close()
    expect(occupee.code).toBe(1)
    expect(occupee.dit).toMatch(/^Le dossier .+ (est|sert) .+\.$/)
  })

  it('demande une base que la plateforme a installée', async () => {
    const zoe = ['--identifiant', 'zoe', '--roles', 'DPPS']
    const { code, dit } = await commander(dossierDeTest(), 'utilisateur:creer', ...zoe)
    expect(code).toBe(1)
    expect(dit).toContain('démarrez d’abord la plateforme')
  })

  it('crée un compte, réinitialise son mot de passe, sauvegarde, restaure et vérifie', async () => {
    const ici = await dossierInstalle()
    const creer = ['utilisateur:creer', '--identifiant', 'zoe', '--roles', 'DPPS,ROLE_ADMIN']
    const cree = await commander(ici, ...creer)
    expect(cree.code, cree.dit).toBe(0)
    expect(cree.dit).toMatch(/usage unique\s: \S{24}$/)
    const encore = await commander(ici, ...creer)
    expect(encore).toEqual({ code: 1, dit: 'L’identifiant «\u00A0zoe\u00A0» est déjà pris.' })
    const inconnu = ['--identifiant', 'nul', '--roles', 'CHEF']
    expect((await commander(ici, 'utilisateur:creer', ...inconnu)).dit).toContain('ROLE_DPPS')
    const change = await commander(ici, 'mot-de-passe:reinitialiser', '--identifiant', 'ZOÉ')
    expect(change.code, change.dit).toBe(0)
    expect(change.dit).toMatch(/usage unique de ZOÉ\s: \S{24}\n/)
    const fichier = join(ici, 'copie.gz')
    expect((await commander(ici, 'sauvegarder', '--vers', fichier)).code).toBe(0)
    const ailleurs = dossierDeTest()
    const restauree = await commander(ailleurs, 'restaurer', '--depuis', fichier)
    expect(restauree.code, restauree.dit).toBe(0)
    const verifiee = await commander(ailleurs, 'verifier')
    expect(verifiee.code, verifiee.dit).toBe(0)
    expect(verifiee.dit).toMatch(/Tout va bien\.$/)
    await relire(ailleurs)
  })
})
