import type { Operation } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import { APIS } from '../app.ts'
import { attenduDe, issueDe, type Ligne } from './droits.ligne.banc.ts'
import { type Appelant, type Chose, ouvrirMonde } from './droits.monde.banc.ts'
import { photographier } from './droits.photo.banc.ts'
import { TABLE } from './droits.table.banc.ts'

const monde = await ouvrirMonde()
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
const CAS = LIGNES.flatMap(({ titre, ligne }) =>
  NOMS.map((appelant) => ({ titre, ligne, appelant, par: APPELANTS[appelant] })),
)

/** Calls, then puts back what the call has written. */
async function essayer(ligne: Ligne, appelant: Appelant, chose: Chose): Promise<string> {
  const issue = await issueDe(ligne, appelant, chose, monde)
  if (!ligne.lit && !/^40[134]/.test(issue)) await remettre()
  return issue
}

describe('qui fait quoi, sur ce qui est à soi et sur ce qui est à un autre', () => {
  it('a sa ligne pour chaque opération du contrat, et pour elles seules', () => {
    const operations = APIS.flatMap((api): string[] => Object.keys(api))
    expect(Object.keys(TABLE).toSorted()).toEqual(operations.toSorted())
    expect(Object.values(TABLE).filter(({ length }) => length === 0)).toEqual([])
  })

  it('n’ouvre sans jeton que ce que le contrat dit public', () => {
    const operations = APIS.flatMap((api): [string, Operation][] => Object.entries(api))
    const publiques = operations.filter(([, { right }]) => right === 'public')
    const ouvertes = Object.entries(TABLE).filter(([, lignes]) =>
      lignes.some(({ porte }) => porte === 'ouverte'),
    )
    expect(ouvertes.map(([nom]) => nom).toSorted()).toEqual(
      publiques.map(([nom]) => nom).toSorted(),
    )
  })

  it.each(CAS)('$titre par $par', async ({ ligne, appelant }) => {
    const issues = [
      await essayer(ligne, appelant, monde.sien),
      await essayer(ligne, appelant, monde.autre),
    ]
    expect(issues).toEqual(attenduDe(ligne, appelant))
  })
})

describe('ce qui est à un autre ressemble à ce qui n’existe pas', () => {
  const REFUSES = LIGNES.filter(({ ligne }) => ligne.porte === undefined).flatMap(
    ({ titre, ligne }) =>
      (['structure', 'regionale'] as const)
        .filter((appelant) => attenduDe(ligne, appelant)[1].startsWith('40'))
        .map((appelant) => ({ titre, ligne, appelant, par: APPELANTS[appelant] })),
  )

  it.each(REFUSES)('$titre par $par', async ({ ligne, appelant }) => {
    const issue = await essayer(ligne, appelant, monde.inconnu)
    expect(issue).toBe(attenduDe(ligne, appelant)[1])
  })
})
