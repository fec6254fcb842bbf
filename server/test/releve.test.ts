import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installer } from '../src/installation.ts'
import { noterSauvegarde } from '../src/journal/noter.sql.ts'
import { commander as commanderIci } from '../src/maintenance/commander.ts'
import { migrer } from '../src/platform/base/migrer.ts'
import { openBase } from '../src/platform/base/ouvrir.ts'
import { readConfig } from '../src/platform/config.ts'
import { sceller } from '../src/platform/sceau.ts'
import { USAGE_SECRET } from '../src/webhook/webhook.sql.ts'
import { dossierDeTest, ENVIRONNEMENT } from './processus.ts'

const ENTREE = fileURLToPath(new URL('../src/releve.ts', import.meta.url))

type Sortie = { code: number; sortie: string; erreurs: string }

/** Runs the command itself, as a person does, away from any `.env`. */
function lancer(DATA_DIR: string, ...mots: string[]): Promise<Sortie> {
  const options = { cwd: import.meta.dirname, env: { ...ENVIRONNEMENT, DATA_DIR } }
  return new Promise((fini) => {
    execFile(process.execPath, [ENTREE, ...mots], options, (echec, sortie, erreurs) => {
      const code = typeof echec?.code === 'number' ? echec.code : 0
      fini({ code, sortie: sortie.trim(), erreurs: erreurs.trim() })
    })
  })
}

/** The same without a process, which costs more than what it proves: its exit code, all it said. */
async function commander(DATA_DIR: string, ...mots: string[]) {
  const issue = await commanderIci(mots, new Date(), async () => readConfig({ DATA_DIR }))
  return { code: issue.code, dit: 'erreur' in issue ? issue.erreur : issue.sortie }
}

const LE = new Date('2026-03-17T10:00:00Z')
const ZOE = ['utilisateur:creer', '--identifiant', 'zoe', '--roles', 'DPPS,ROLE_ADMIN']

// Made once and copied: a base that holds nothing, and the same as the first start leaves it.
const modeles = mkdtempSync(join(tmpdir(), 'releve-modele-'))
const [vierge, installe] = [join(modeles, 'vierge'), join(modeles, 'installe')]
let tropTot: Awaited<ReturnType<typeof commander>>

beforeAll(async () => {
  tropTot = await commander(vierge, ...ZOE)
  cpSync(vierge, installe, { recursive: true })
  const base = await openBase({ dataDir: installe })
  await migrer(base.db)
  await installer(base.db)
  await base.close()
})
afterAll(() => rmSync(modeles, { recursive: true }))

function copie(modele: string): string {
  const dossier = dossierDeTest()
  cpSync(modele, dossier, { recursive: true })
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

/** What cursors given by this base belong to. */
async function nomDe(dossier: string): Promise<string> {
  const base = await openBase({ dataDir: dossier })
  const { cle } = await base.db.selectFrom('donneesBase').select('cle').executeTakeFirstOrThrow()
  await base.close()
  return cle
}

describe('npm run releve', () => {
  it.each([
    [[], 'Dites ce qu’il faut faire.'],
    [['danser'], 'La commande «\u00a0danser\u00a0» n’existe pas.'],
    [['sauvegarder'], 'Il manque --vers.'],
    [['sauvegarder', '--vers'], '--vers demande une valeur.'],
    [['sauvegarder', '--vers', 'a', '--vers', 'b'], '--vers est donné deux fois.'],
    [['restaurer', '--depuis', 'a', '--confirmer=non'], '--confirmer s’écrit sans valeur.'],
    [['verifier', '--vite'], '«\u00a0--vite\u00a0» n’est pas une option de verifier.'],
  ])('%j se refuse par une phrase et le code 2, sans toucher à la base', async (mots, phrase) => {
    const dossier = join(dossierDeTest(), 'donnees')
    const { code, dit } = await commander(dossier, ...mots)
    expect([code, dit.split('\n')[0]]).toEqual([2, phrase])
    expect(existsSync(dossier)).toBe(false)
  })

  it('dit son mode d’emploi, et sur la sortie des erreurs ce qu’elle refuse', async () => {
    const dossier = copie(vierge)
    const aide = await lancer(dossier, 'aide')
    expect(aide).toMatchObject({ code: 0, erreurs: '' })
    expect(aide.sortie).toContain('mot-de-passe:reinitialiser')
    const { code, sortie, erreurs } = await lancer(dossier, 'danser')
    expect([code, sortie]).toEqual([2, ''])
    expect(erreurs).toMatch(
      /^La commande .+ n’existe pas\.\nPour la liste des commandes\s: .+ aide$/,
    )
  })

  it('dit qu’une base ouverte ailleurs est occupée', async () => {
    const dossier = copie(vierge)
    const base = await openBase({ dataDir: dossier })
    const occupee = await commander(dossier, 'verifier')
    await base.close()
    expect(occupee.code).toBe(1)
    expect(occupee.dit).toMatch(/^Le dossier .+ (est|sert) .+\.$/)
  })

  it('demande une base que la plateforme a installée', () => {
    expect(tropTot.code).toBe(1)
    expect(tropTot.dit).toContain('démarrez d’abord la plateforme')
  })

  it('crée un compte, réinitialise son mot de passe, sauvegarde, restaure et vérifie', async () => {
    const ici = copie(installe)
    const cree = await commander(ici, ...ZOE)
    expect(cree.code, cree.dit).toBe(0)
    expect(cree.dit).toMatch(/usage unique\s: \S{34}$/)
    const encore = await commander(ici, ...ZOE)
    expect(encore).toEqual({ code: 1, dit: 'L’identifiant «\u00a0zoe\u00a0» est déjà pris.' })
    const inconnu = ['--identifiant', 'nul', '--roles', 'CHEF']
    expect((await commander(ici, 'utilisateur:creer', ...inconnu)).dit).toContain('ROLE_DPPS')
    const change = await commander(ici, 'mot-de-passe:reinitialiser', '--identifiant', 'ZOÉ')
    expect(change.code, change.dit).toBe(0)
    expect(change.dit).toMatch(/usage unique de ZOÉ\s: \S{34}\n/)
    const fichier = join(ici, 'copie.gz')
    expect((await commander(ici, 'sauvegarder', '--vers', fichier)).code).toBe(0)
    const ailleurs = copie(vierge)
    const restauree = await commander(ailleurs, 'restaurer', '--depuis', fichier)
    expect(restauree.code, restauree.dit).toBe(0)
    // By the command itself: it reads its environment, opens the base, and ends.
    const verifiee = await lancer(ailleurs, 'verifier')
    expect(verifiee).toMatchObject({ code: 0, erreurs: '' })
    expect(verifiee.sortie).toMatch(/Tout va bien\.$/)
    await relire(ailleurs)
    // Another base to whoever follows what changes.
    expect(await nomDe(ailleurs)).not.toBe(await nomDe(ici))
  })

  it('restaurée ailleurs, dit quels webhooks attendent un autre secret, et n’en reprend aucun', async () => {
    const ici = copie(installe)
    expect((await commander(ici, ...ZOE)).code).toBe(0)
    const base = await openBase({ dataDir: ici })
    const gardien = await base.db.selectFrom('utilisateur').select('id').executeTakeFirstOrThrow()
    for (const nom of ['Entrepôt', 'Veille']) {
      const secret = sceller(readConfig({ DATA_DIR: ici }), USAGE_SECRET, 'whsec_c2VjcmV0')
      const types = ['rapport.soumis' as const]
      const webhook = { nom, adresse: 'https://exemple.org/', types, secret }
      await base.db
        .insertInto('webhook')
        .values({ ...webhook, gardienId: gardien.id, creeLe: LE })
        .execute()
    }
    await base.close()
    const fichier = join(ici, 'copie.gz')
    expect((await commander(ici, 'sauvegarder', '--vers', fichier)).code).toBe(0)
    const ailleurs = copie(vierge)
    const restauree = await commander(ailleurs, 'restaurer', '--depuis', fichier)
    expect(restauree.code, restauree.dit).toBe(0)
    expect(restauree.dit).toContain('Les webhooks sont suspendus\u00a0: reprenez')
    expect(restauree.dit).toContain(
      'Scellés par une autre clé que celle d’ici (SECRETS_KEY)\u00a0: donnez un autre secret à «\u00a0Entrepôt\u00a0», «\u00a0Veille\u00a0»',
    )
    const rouverte = await openBase({ dataDir: ailleurs })
    const etats = await rouverte.db.selectFrom('webhook').select('motifSuspension').execute()
    await rouverte.close()
    expect(etats).toEqual([
      { motifSuspension: 'RESTAURATION' },
      { motifSuspension: 'RESTAURATION' },
    ])
    // With its key beside, as one moves a platform: nothing is to be given again.
    const demenagee = copie(vierge)
    cpSync(join(ici, 'cle-des-secrets'), join(demenagee, 'cle-des-secrets'))
    const { dit } = await commander(demenagee, 'restaurer', '--depuis', fichier)
    expect(dit).toContain('Les webhooks sont suspendus')
    expect(dit).not.toContain('Scellés par une autre clé')
  })

  it('sauvegarde et vérifie pendant que la plateforme sert, et le journal le dit chez elle', async () => {
    const ici = copie(installe)
    const base = await openBase({ dataDir: ici })
    base.preterCopies((lignes) => noterSauvegarde({ db: base.db, maintenant: LE }, lignes))
    const fichier = join(ici, 'pendant.gz')
    const faite = await commander(ici, 'sauvegarder', '--vers', fichier)
    expect(faite.code, faite.dit).toBe(0)
    expect(faite.dit).not.toContain('n’est pas notée')
    expect(await commander(ici, 'verifier')).toMatchObject({ code: 0 })
    const notees = await base.db
      .selectFrom('journal')
      .select('le')
      .where('action', '=', 'BASE_SAUVEGARDEE')
      .execute()
    expect(notees).toHaveLength(1)
    // What writes still wants the base for itself.
    expect((await commander(ici, ...ZOE)).dit).toMatch(/^Le dossier .+ (est|sert) .+\.$/)
    await expect.poll(() => readdirSync(ici).filter((nom) => nom.startsWith('copie-'))).toEqual([])
    await base.close()
    const ailleurs = copie(vierge)
    const restauree = await commander(ailleurs, 'restaurer', '--depuis', fichier)
    expect(restauree.code, restauree.dit).toBe(0)
  })
})
