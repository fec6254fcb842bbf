import { USAGES_JETON, type UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import { decrireDetail } from '@releve/contract/journal/journal.detail.ts'
import type { Operation } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import { PORTEE } from '../../../tools/portee.ts'
import { FEATURES, OPERATIONS } from '../../src/app.ts'
import { estEntier } from '../portee.ts'
import { attenduDe, issueDe, type Ligne, platformAnswers } from './ligne.ts'
import { type Appelant, type Chose, ouvrirMonde, programmer } from './monde.ts'
import { photographier } from './photo.ts'
import { TABLE } from './table.ts'

const monde = await ouvrirMonde()

const FERMEES = Object.entries(OPERATIONS).filter(([, { right }]) => right !== 'public')
const OUVERTES = FERMEES.filter(([, { jeton }]) => jeton !== null)
/** Of the annuaire, no usage keeps the right to manage it: what is published, as for anybody. */
const DES_PUBLIES = new Set(['listDifferences', 'exporterDifferences'])
const INTERDIT_AU_PROGRAMME = '403 JETON_HORS_USAGE'
const sauf = (ouvrent: Operation['jeton']) =>
  USAGES_JETON.filter((usage) => !ouvrent?.includes(usage))
const cleDe = (appelant: 'structure' | 'dpps', usages: readonly UsageJeton[]) =>
  `${appelant} ${usages.join()}`
/** The programs that call, by their account and their usages: drawn once, before the photograph. */
const programmes = new Map<string, Awaited<ReturnType<typeof programmer>>>()
for (const [, { jeton }] of FERMEES) {
  for (const [appelant, usages] of [
    ['dpps', sauf(jeton)],
    ['dpps', jeton ?? []],
    ['structure', jeton ?? []],
  ] as const) {
    const cle = cleDe(appelant, usages)
    if (usages.length === 0 || programmes.has(cle)) continue
    // Not those who draw tokens of their own: one has ten at most.
    const personne = appelant === 'dpps' ? monde.asAutreDpps : monde.asCollegue
    programmes.set(cle, await programmer(monde, personne, usages))
  }
}
function programmeDe(...par: Parameters<typeof cleDe>) {
  const programme = programmes.get(cleDe(...par))
  if (!programme) throw new Error(`${cleDe(...par)} absent`)
  return programme
}
const remettre = await photographier(monde)

const APPELANTS: Record<Appelant, string> = {
  sansJeton: 'une personne sans jeton',
  jetonMort: 'un jeton mort',
  bloque: 'une personne bloquée en pleine session',
  aChanger: 'une personne qui doit changer de mot de passe',
  structure: 'une structure',
  regionale: 'une direction régionale',
  admin: 'l’administration',
  dpps: 'la DPPS',
}
// Every name of APPELANTS, and no other.
const NOMS = Object.keys(APPELANTS) as Appelant[]

const LIGNES = Object.entries(TABLE).flatMap(([nom, lignes]) =>
  lignes.map((ligne) => ({ titre: ligne.cas ? `${nom} (${ligne.cas})` : nom, ligne })),
)
const CAS = LIGNES.flatMap((cas) =>
  NOMS.filter((appelant) => !platformAnswers(cas.ligne, appelant)).map((appelant) => ({
    ...cas,
    appelant,
    par: APPELANTS[appelant],
  })),
)

/** Of each row, the first caller whom it serves: what its route and its statements do is all done. */
const SERVIS = LIGNES.flatMap(({ titre }) => {
  const servi = ({ ligne, appelant }: (typeof CAS)[number]) =>
    attenduDe(ligne, appelant)[0].startsWith('2')
  return CAS.filter((cas) => cas.titre === titre).find(servi) ?? []
})

/** What is refused to those who have a perimeter, because it is another's. */
const REFUSES = LIGNES.filter(({ ligne }) => ligne.porte === undefined).flatMap(
  ({ titre, ligne }) =>
    (['structure', 'regionale'] as const)
      .filter((appelant) => attenduDe(ligne, appelant)[1].startsWith('40'))
      .map((appelant) => ({ titre, ligne, appelant, par: APPELANTS[appelant] })),
)

/** In the gate, the second home does not judge again who may do what: it does everything once. */
const entier = estEntier()
const CHOSES = entier ? [monde.sien, monde.autre] : [monde.sien]

/** The gate asks anew of another's thing where that may change the answer: by who has a perimeter. */
function chosesDe(ligne: Ligne, appelant: Appelant): Chose[] {
  const [un, deux] = attenduDe(ligne, appelant)
  const borne = appelant === 'structure' || appelant === 'regionale' || un !== deux
  return PORTEE === 'porte' && !borne ? CHOSES.slice(0, 1) : CHOSES
}

/** The keys that a line of the journal would show as they are written. */
function sansLibelle({ action, detail }: { action: string; detail: unknown }): string[] {
  const ecrit = new Map(Object.entries(detail ?? {}))
  const cles = new Set([...ecrit.keys(), ...Object.keys(ecrit.get('changements') ?? {})])
  const libelles = decrireDetail(Object.fromEntries(ecrit)).map(({ libelle }) => libelle)
  return libelles.filter((libelle) => cles.has(libelle)).map((cle) => `${action}: ${cle}`)
}

/** What the journal has taken since the last time that this was asked. */
async function notees(): Promise<string[]> {
  const { db } = monde.base
  const lignes = await db
    .selectFrom('journal')
    .select(['id', 'action', 'detail'])
    .where('id', '>', derniere)
    .orderBy('id')
    .execute()
  derniere = lignes.at(-1)?.id ?? derniere
  // The types refuse a key without a label, but of a value whose type says less than it holds.
  expect(lignes.flatMap(sansLibelle)).toEqual([])
  return lignes.map(({ action }) => action)
}
let derniere = 0

/** Calls, then puts back what the call has written. */
async function essayer(ligne: Ligne, appelant: Appelant, chose: Chose): Promise<string> {
  const issue = await issueDe(ligne, appelant, chose, monde)
  if (!ligne.lit && !/^40[134]/.test(issue)) await remettre()
  return issue
}

describe('qui fait quoi, sur ce qui est à soi et sur ce qui est à un autre', () => {
  it('a sa ligne pour chaque opération du contrat, et pour elles seules', () => {
    const operations = Object.keys(OPERATIONS)
    expect(Object.keys(TABLE).toSorted()).toEqual(operations.toSorted())
    expect(Object.values(TABLE).filter(({ length }) => length === 0)).toEqual([])
  })

  it('n’ouvre sans jeton que ce que le contrat dit public', () => {
    const operations = Object.entries(OPERATIONS)
    const publiques = operations.filter(([, { right }]) => right === 'public')
    const ouvertes = Object.entries(TABLE).filter(([, lignes]) =>
      lignes.some(({ porte }) => porte === 'ouverte'),
    )
    expect(ouvertes.map(([nom]) => nom).toSorted()).toEqual(
      publiques.map(([nom]) => nom).toSorted(),
    )
  })

  // The bench gives a route that says `aucune` a handle on which every write fails.
  it('appelle au moins une fois avec succès chaque route qui dit ne faire que lire', () => {
    const aucunes = FEATURES.flatMap(([, routes]) =>
      Object.entries(routes).flatMap(([nom, r]) => (r.transaction === 'aucune' ? nom : [])),
    )
    const reussies = Object.entries(TABLE).filter(([, lignes]) =>
      lignes.some((ligne) => NOMS.some((qui) => attenduDe(ligne, qui)[0].startsWith('2'))),
    )
    expect(aucunes.length).toBeGreaterThan(20)
    expect(reussies.map(([nom]) => nom)).toEqual(expect.arrayContaining(aucunes))
  })

  // Before it reads what is asked, and whatever it is about: one test an operation.
  it.each(entier ? Object.entries(TABLE) : [])(
    '%s ne répond rien, à qui n’est pas entré, que son refus',
    async (_, lignes) => {
      const vus: string[] = []
      const attendus: string[] = []
      for (const ligne of lignes) {
        for (const appelant of NOMS.filter((nom) => platformAnswers(ligne, nom))) {
          const [attendu] = attenduDe(ligne, appelant)
          vus.push(`${appelant} ${await issueDe(ligne, appelant, monde.sien, monde)}`)
          attendus.push(`${appelant} ${attendu}`)
        }
      }
      expect(vus).toEqual(attendus)
    },
  )

  it.each(entier ? CAS : SERVIS)('$titre par $par', async ({ ligne, appelant }) => {
    const issues: string[] = []
    const choses = chosesDe(ligne, appelant)
    for (const chose of choses) {
      await notees()
      const issue = await essayer(ligne, appelant, chose)
      issues.push(issue)
      const actions = await notees()
      // A refusal of right is noted once in ten minutes.
      if (issue.startsWith('2')) expect(actions).toEqual(ligne.notes ?? [])
      if (issue.startsWith('409')) expect(actions).toEqual([])
    }
    expect(issues).toEqual(attenduDe(ligne, appelant).slice(0, choses.length))
  })

  // Refused before what it asks is read: one call an operation, by the usages that do not open it.
  it('n’ouvre à un programme que les appels de ses usages, et aucun autre', async () => {
    const vus: string[] = []
    for (const [nom, { method, path, jeton }] of FERMEES) {
      const url = `/api${path.replace(/\{\w+\}/g, '1')}`
      const { statut, code } = await programmeDe('dpps', sauf(jeton)).brut(method, url)
      if (`${statut} ${code}` !== INTERDIT_AU_PROGRAMME) vus.push(`${nom} ${statut} ${code}`)
    }
    expect(vus).toEqual([])
    expect(FERMEES.length).toBeGreaterThan(150)
  })

  // As many tests as homes that judge rights: the second one does not.
  it.each(entier ? ['ses usages'] : [])(
    'donne à un programme, dans %s, ce que son compte y peut, et rien de plus',
    async () => {
      const vus: string[] = []
      const attendus: string[] = []
      for (const [nom, { jeton }] of OUVERTES) {
        const [ligne] = TABLE[nom] ?? []
        if (!ligne) throw new Error(`${nom} sans ligne`)
        for (const appelant of ['structure', 'dpps'] as const) {
          const qui = { ...programmeDe(appelant, jeton ?? []), session: 0 }
          const par = { ...monde, qui: { ...monde.qui, [appelant]: qui } }
          const issues: string[] = []
          for (const chose of appelant === 'structure' ? CHOSES : [monde.sien]) {
            issues.push(await issueDe(ligne, appelant, chose, par))
            if (!ligne.lit) await remettre()
          }
          vus.push(`${nom} ${appelant} ${issues.join()}`)
          const juge = DES_PUBLIES.has(nom) ? 'structure' : appelant
          const dits = attenduDe(ligne, juge).slice(0, issues.length)
          attendus.push(`${nom} ${appelant} ${dits.join()}`)
        }
      }
      expect(vus).toEqual(attendus)
      expect(OUVERTES.length).toBeGreaterThan(30)
    },
  )

  // What is another's looks like what does not exist.
  it.each(entier ? REFUSES : [])(
    '$titre par $par : un autre ressemble à rien',
    async ({ ligne, appelant }) => {
      const issue = await essayer(ligne, appelant, monde.inconnu)
      expect(issue).toBe(attenduDe(ligne, appelant)[1])
    },
  )
})
