import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { seedsOf } from '../../../tools/graines.ts'
import { PORTEE } from '../../../tools/portee.ts'
import {
  comparerAgenda,
  comparerAnnee,
  comparerAnnuaire,
  comparerEcarts,
  comparerFiches,
  comparerListe,
  comparerMatrice,
  comparerMois,
  comparerRelances,
  comparerRetards,
  comparerStructure,
  type Point,
  pointDe,
  type Regardeur,
  Registre,
} from './comparer.ts'
import { ouvrirPays, type Pays } from './jouer.ts'
import { Photo } from './reference/photo.ts'
import { DERNIER, directionDe, PREMIER, REGARDS, REGIONS, tirerJournal } from './tirer.ts'

// Every figure of the collection on a country drawn by chance, against a reference that knows
// nothing of the platform but the journal of what happened.

/** A whole country, or few enough for the gate; `STRUCTURES` and `GRAINE` draw others by hand. */
const WHOLE = PORTEE === 'complete' && inject('maison') === 'serveur'
const STRUCTURES = Number(process.env['STRUCTURES'] ?? (WHOLE ? 200 : 36))
const GRAINES = WHOLE ? seedsOf('pays') : seedsOf('pays').slice(0, 1)
const ANNEES = [2022, 2023, 2024]
/** Of annuaires: the gate reads the years that have ended at the last look alone. */
const anneesDe = (instant: string) =>
  PORTEE === 'porte' && instant !== REGARDS.at(-1) ? ANNEES.slice(-1) : ANNEES
/** What a failure shows. */
const MONTRES = 60

describe.each(GRAINES)(`un pays de ${STRUCTURES} structures (GRAINE=%i)`, async (graine) => {
  const journal = tirerJournal(graine, STRUCTURES)
  const pays: Pays = await ouvrirPays(journal)

  describe.each(REGARDS)('regardé le %s', (instant) => {
    let point: Point
    beforeAll(async () => {
      await pays.jouerJusqua(instant)
      point = pointDe(new Photo(journal, instant), PREMIER - 12, DERNIER + 14)
    })
    const regardeurs = (): Regardeur[] => {
      const directions = (WHOLE ? REGIONS : REGIONS.slice(0, 2)).map(directionDe)
      return [
        { nom: 'direction', qui: pays.dpps, direction: null },
        ...directions.map((code) => ({
          nom: code,
          qui: pays.appels(pays.comptes.get(code)?.jeton ?? null),
          direction: code,
        })),
      ]
    }
    /** What differs, for each of those who look; so little compared would prove nothing. */
    const ecartsDe = async (
      comparer: (registre: Registre, regardeur: Regardeur) => Promise<void>,
      { de = regardeurs(), moins = 100 } = {},
    ): Promise<string[]> => {
      const ecarts: string[] = []
      let compares = 0
      for (const regardeur of de) {
        const registre = new Registre(regardeur.nom)
        await comparer(registre, regardeur)
        ecarts.push(...registre.ecarts)
        compares += registre.compares
      }
      const dits = `${ecarts.length} écarts sur ${compares}`
      return ecarts.length > 0 || compares < moins ? [dits, ...ecarts.slice(0, MONTRES)] : []
    }
    const direction = () => regardeurs().slice(0, 1)
    /** Months of the country, those that are looked at one by one. */
    const mois = () => {
      const tous = Array.from({ length: DERNIER + 2 - PREMIER }, (_, i) => PREMIER + i)
      return WHOLE ? tous : tous.filter((rang) => rang % 5 === 2 || rang > DERNIER - 4)
    }
    const codes = () => {
      const toutes = [...point.photo.structures.keys()]
      return WHOLE ? toutes.filter((_, i) => i % 3 === 0) : toutes.filter((_, i) => i % 4 === 0)
    }

    it.each(ANNEES)('le tableau de bord de %i', async (annee) => {
      expect(await ecartsDe((r, qui) => comparerAnnee(r, point, qui, annee))).toEqual([])
    })
    it('les mois autour d’aujourd’hui', async () => {
      expect(await ecartsDe((r, qui) => comparerMois(r, point, qui))).toEqual([])
    })
    it.each([...ANNEES, 2025])('la matrice de %i', async (annee) => {
      expect(await ecartsDe((r, qui) => comparerMatrice(r, point, qui, annee))).toEqual([])
    })
    it.each([undefined, ...ANNEES])('les retards (%s)', async (annee) => {
      const ecarts = await ecartsDe((r, qui) => comparerRetards(r, point, qui, annee), {
        moins: 50,
      })
      expect(ecarts).toEqual([])
    })
    it('les écarts d’effectif de chaque mois', async () => {
      const venus = mois().filter((un) => un <= point.photo.courant)
      const ecarts = await ecartsDe(async (r, qui) => {
        for (const rang of venus) await comparerEcarts(r, point, qui, rang)
      })
      expect(ecarts).toEqual([])
    })
    it('la liste des rapports de chaque mois', async () => {
      const ecarts = await ecartsDe(async (r, qui) => {
        for (const rang of mois()) await comparerListe(r, point, qui, rang)
      })
      expect(ecarts).toEqual([])
    })
    it('la page des structures', async () => {
      const { photo } = point
      const ecarts = await ecartsDe(async (r, qui) => {
        const lues = codes().filter(
          (code) =>
            qui.direction === null ||
            photo.structure(code).en(photo.courant).parent === qui.direction,
        )
        for (const code of lues) await comparerStructure(r, point, qui, code)
      })
      expect(ecarts).toEqual([])
    })
    it('les fiches, leurs périodes et leurs interruptions', async () => {
      expect(await ecartsDe((r, qui) => comparerFiches(r, point, qui, codes()))).toEqual([])
    })
    it('qui serait relancé, et de quoi', async () => {
      const ecarts = await ecartsDe((r, { qui }) => comparerRelances(r, point, qui), {
        de: direction(),
      })
      expect(ecarts).toEqual([])
    })
    it('l’agenda', async () => {
      const abonnes = codes().slice(0, 20)
      const ecarts = await ecartsDe(
        async (r, { qui }) => {
          await comparerAgenda(r, point, { nom: 'direction', qui, structure: null })
          for (const structure of abonnes) {
            const sien = pays.appels(pays.comptes.get(structure)?.jeton ?? null)
            await comparerAgenda(r, point, { nom: structure, qui: sien, structure })
          }
        },
        { de: direction(), moins: 1 + abonnes.length },
      )
      expect(ecarts).toEqual([])
    })
    it.each(anneesDe(instant))('l’aperçu de l’annuaire de %i', async (annee) => {
      const ecarts = await ecartsDe((r, { qui }) => comparerAnnuaire(r, point, qui, annee), {
        de: direction(),
        moins: 300,
      })
      expect(ecarts).toEqual([])
    })
  })
})

describe('la référence', () => {
  it('n’importe rien de la plateforme', () => {
    const fichiers = globSync('reference/*.ts', { cwd: import.meta.dirname })
    expect(fichiers.length).toBeGreaterThan(4)
    const importes = fichiers.flatMap((fichier) =>
      [...readFileSync(join(import.meta.dirname, fichier), 'utf8').matchAll(/from '([^']+)'/g)].map(
        ([, module]) => module ?? '',
      ),
    )
    expect(importes.filter((module) => !/^\.\/\w+\.ts$/.test(module))).toEqual([])
  })
})
