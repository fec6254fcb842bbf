import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dossierDeTest } from '../../../test/processus.ts'
import { debutDe, estDisqueLocal, lieuCourant, type Verrou, verrouiller } from './verrou.ts'

function poser(dossier: string, titulaire: object): void {
  writeFileSync(join(dossier, '1'), JSON.stringify(titulaire))
}

async function prendre(dossier: string): Promise<Verrou> {
  const verrou = await verrouiller('donnees', dossier)
  onTestFinished(() => verrou.liberer())
  return verrou
}

/** The locks there, without the holder's socket. */
const rangs = (dossier: string) => readdirSync(dossier).filter((nom) => /^\d+$/.test(nom))

const moi = { pid: process.pid, debut: debutDe(process.pid), lieu: lieuCourant() }

test('le verrou d’un processus disparu est repris', async () => {
  const dossier = dossierDeTest()
  // Linux numbers processes up to 4,194,304.
  poser(dossier, { ...moi, pid: 4_194_305 })
  await prendre(dossier)
  expect(rangs(dossier)).toEqual(['2'])
})

test('le verrou d’un processus dont le numéro a été réattribué est repris', async () => {
  const dossier = dossierDeTest()
  poser(dossier, { ...moi, debut: '1' })
  await prendre(dossier)
  expect(JSON.parse(readFileSync(join(dossier, '2'), 'utf8'))).toMatchObject(moi)
})

test('le verrou d’un processus vivant est refusé', async () => {
  const dossier = dossierDeTest()
  poser(dossier, moi)
  await expect(verrouiller('donnees', dossier)).rejects.toThrow(
    `Le dossier de données «\u00a0donnees\u00a0» est déjà utilisé par un autre processus (n°\u00a0${process.pid}).`,
  )
})

test('un verrou rendu se reprend aussitôt, sous un nouveau rang', async () => {
  const dossier = dossierDeTest()
  const premier = await verrouiller('donnees', dossier)
  premier.liberer()
  await prendre(dossier)
  expect(rangs(dossier)).toEqual(['2'])
})

test('de plusieurs qui trouvent le même verrou mort, un seul l’obtient', async () => {
  const dossier = dossierDeTest()
  poser(dossier, { ...moi, pid: 4_194_305 })
  const essais = await Promise.allSettled(
    Array.from({ length: 8 }, () => verrouiller('donnees', dossier)),
  )
  const obtenus = essais.filter((essai) => essai.status === 'fulfilled')
  for (const essai of obtenus) essai.value.liberer()
  expect(obtenus.length).toBe(1)
})

test('le verrou d’une autre machine est refusé s’il bat encore, repris s’il ne bat plus', async () => {
  const ailleurs = { ...moi, lieu: 'autre-machine' }
  const vivant = dossierDeTest()
  const mort = dossierDeTest()
  poser(vivant, ailleurs)
  poser(mort, ailleurs)
  const battement = setInterval(() => poser(vivant, ailleurs), 500)
  onTestFinished(() => clearInterval(battement))
  const [refuse] = await Promise.all([
    verrouiller('donnees', vivant).catch((error: unknown) => error),
    prendre(mort),
  ])
  expect(String(refuse)).toContain('déjà utilisé par un autre processus')
  expect(rangs(mort)).toEqual(['2'])
})

test('le verrou d’un autre conteneur se juge aussitôt, sur un disque de cette machine', async (contexte) => {
  const dossier = dossierDeTest()
  if (!estDisqueLocal(dossier)) contexte.skip('le dossier des essais n’est pas sur un disque local')
  const ailleurs = { pid: 1, debut: '1', lieu: 'conteneur', prise: 'vie-1' }
  const prise = createServer().listen(join(dossier, ailleurs.prise))
  await once(prise, 'listening')
  poser(dossier, ailleurs)
  await expect(verrouiller('donnees', dossier)).rejects.toThrow(
    'par un autre processus (n°\u00a01)',
  )
  // As a killed process leaves it: the file stays, and nobody listens.
  const garde = join(dossier, 'vie-garde')
  renameSync(join(dossier, ailleurs.prise), garde)
  prise.close()
  await once(prise, 'close')
  poser(dossier, { ...ailleurs, prise: 'vie-garde' })
  // Watched, it would be taken for alive: something touches its file without rest.
  const battement = setInterval(() => {
    const le = new Date()
    if (existsSync(join(dossier, '1'))) utimesSync(join(dossier, '1'), le, le)
  }, 50)
  onTestFinished(() => clearInterval(battement))
  await prendre(dossier)
  expect(rangs(dossier)).toEqual(['2'])
})

test('un verrou dont le dossier a disparu se rend sans erreur', async () => {
  const dossier = dossierDeTest()
  const verrou = await verrouiller('donnees', dossier)
  rmSync(dossier, { recursive: true })
  expect(() => verrou.liberer()).not.toThrow()
})
