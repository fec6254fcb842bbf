import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from './postgres.ts'
import { demarrer, dossierDeTest, ENVIRONNEMENT, type Processus, pret } from './processus.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Says it twice, as a terminal and npm both do for one Ctrl+C. */
async function arreter({ enfant }: Processus): Promise<number | null> {
  const fin = once(enfant, 'exit')
  enfant.kill('SIGINT')
  await Promise.race([fin, new Promise((suite) => setTimeout(suite, 50))])
  enfant.kill('SIGINT')
  const [code] = await fin
  return code
}

/** The most memory that the process ever held, in MiB; 0 where the system does not tell. */
function memoireMax({ enfant }: Processus): number {
  if (process.platform !== 'linux') return 0
  const etat = readFileSync(`/proc/${enfant.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(etat)?.[1] ?? Number.NaN) / 1024
}

const dits = ({ lignes }: Processus) => lignes.join('\n')
const motDePasseDe = (processus: Processus) => /usage unique\s: (\S+)/.exec(dits(processus))?.[1]

function connecter(adresse: string, password: string): Promise<Response> {
  return fetch(`${adresse}/api/utilisateur/connexion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifiant: 'administrateur', password }),
  })
}

describe('npm start', () => {
  it('crée le premier compte une fois, répond à ce qui est en cours quand on l’arrête, et finit par 0', async () => {
    const DATA_DIR = dossierDeTest()
    const premier = demarrer({ DATA_DIR })
    const adresse = await pret(premier)
    await expect.poll(() => motDePasseDe(premier)).toBeDefined()
    const session = await connecter(adresse, motDePasseDe(premier) ?? '')
    expect(await session.json()).toMatchObject({
      roles: ['ROLE_DPPS', 'ROLE_ADMIN'],
      forceChangePassword: true,
    })
    for (let i = 0; i < 3; i += 1) await connecter(adresse, 'faux')
    // The fourth try waits half a second before it answers.
    const enCours = connecter(adresse, 'faux')
    await new Promise((suite) => setTimeout(suite, 150))
    const [reponse, code] = await Promise.all([enCours, arreter(premier)])
    expect([reponse.status, code]).toEqual([401, 0])
    expect(await reponse.json()).toMatchObject({ code: 'IDENTIFIANTS_INVALIDES' })

    const second = demarrer({ DATA_DIR })
    await pret(second)
    expect(await arreter(second)).toBe(0)
    expect(dits(second)).not.toContain('usage unique')
  })

  it.each([
    [
      'un port déjà pris',
      (port: number) => ({ PORT: `${port}` }),
      expect.stringMatching(/^Le port \d+ est déjà pris[^\n]*\n$/),
    ],
    [
      'une adresse d’ailleurs',
      () => ({ HOST: '192.0.2.1' }),
      expect.stringMatching(/^L’adresse «\u00a0192\.0\.2\.1\u00a0»[^\n]*\n$/),
    ],
    [
      'un port qui n’en est pas un',
      () => ({ PORT: 'abc' }),
      expect.stringMatching(/^[^\n]*PORT est incorrecte : doit être un[^\n]*\n$/),
    ],
  ])('refuse %s en une phrase, et ne crée rien', async (_, lieuDe, phrase) => {
    const occupant = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void occupant.close())
    await once(occupant, 'listening')
    const { port } = occupant.address() as AddressInfo
    const dossier = dossierDeTest()
    const env = { ...ENVIRONNEMENT, DATA_DIR: join(dossier, 'donnees'), ...lieuDe(port) }
    const mort = promisify(execFile)(process.execPath, [MAIN], { env, cwd: import.meta.dirname })
    await expect(mort).rejects.toMatchObject({ code: 1, stdout: '', stderr: phrase })
    expect(readdirSync(dossier)).toEqual([])
  })

  it('remplit la démonstration en moins de 600 Mio, et avertit ensuite que la base est la sienne', async () => {
    const DATA_DIR = dossierDeTest()
    const demo = demarrer({ DATA_DIR }, '--demonstration')
    await pret(demo)
    await expect.poll(() => dits(demo)).toContain('Demonstration-2026')
    expect(memoireMax(demo)).toBeLessThan(600)
    expect(await arreter(demo)).toBe(0)
    const production = demarrer({ DATA_DIR })
    await pret(production)
    await expect.poll(() => dits(production)).toContain('mots de passe sont publics')
    expect(dits(production)).not.toContain('Demonstration-2026')
    expect(await arreter(production)).toBe(0)
  })

  it('deux processus qui démarrent ensemble sur une base vide la préparent une fois', async () => {
    const postgres = await startPostgres()
    try {
      const env = { DATABASE_URL: postgres.url }
      const deux = [demarrer(env), demarrer(env)]
      const adresses = await Promise.all(deux.map(pret))
      await expect.poll(() => deux.filter(motDePasseDe).length).toBe(1)
      const motDePasse = deux.map(motDePasseDe).find(Boolean) ?? ''
      for (const adresse of adresses) {
        expect((await connecter(adresse, motDePasse)).status).toBe(200)
      }
      expect(await Promise.all(deux.map(arreter))).toEqual([0, 0])
    } finally {
      await postgres.stop()
    }
  })
})
