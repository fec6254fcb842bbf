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
  Registre,
  type Regardeur,
} from './comparer.ts'
import { ouvrirPays, type Pays } from './jouer.ts'
import { Photo } from './reference/photo.ts'
import { DERNIER, directionDe, PREMIER, REGARDS, REGIONS, tirerJournal } from './tirer.ts'

// Every figure of the collection on a country drawn by chance, against a reference that knows nothing
// of the platform but the journal of what happened.

/** A whole country, or few enough for the gate; `STRUCTURES` and `GRAINE` draw others by hand. */
const WHOLE = PORTEE === 'complete' && inject('maison') === 'serveur'
const STRUCTURES = Number(process.env['STRUCTURES'] ?? (WHOLE ? 200 : 36))
const GRAINES = seedsOf('pays')
const ANNEES = [2022, 2023, 2024]
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
    /** What differs, for each of those who look. */
    const juger = async (
      comparer: (registre: Registre, regardeur: Regardeur) => Promise<void>,
      moins = 100,
    ) => {
      const ecarts: string[] = []
      let compares = 0
      for (const regardeur of regardeurs()) {
        const registre = new Registre(regardeur.nom)
        await comparer(registre, regardeur)
        ecarts.push(...registre.ecarts)
        compares += registre.compares
      }
      expect(ecarts.slice(0, MONTRES), `${ecarts.length} écarts sur ${compares}`).toEqual([])
      expect(compares).toBeGreaterThan(moins)
    }
    /** Months of the country, those that are looked at one by one. */
    const mois = () => {
      const tous = Array.from({ length: DERNIER + 2 - PREMIER }, (_, i) => PREMIER + i)
      return WHOLE ? tous : tous.filter((rang) => rang % 5 === 2 || rang > DERNIER - 4)
    }
    const codes = () => {
      const toutes = [...point.photo.structures.keys()]
      return WHOLE ? toutes.filter((_, i) => i % 3 === 0) : toutes.filter((_, i) => i % 4 === 0)
    }

    it.each(ANNEES)('le tableau de bord de %i', (annee) =>
      juger((registre, regardeur) => comparerAnnee(registre, point, regardeur, annee)),
    )
    it('les mois autour d’aujourd’hui', () =>
      juger((registre, regardeur) => comparerMois(registre, point, regardeur)))
    it.each([...ANNEES, 2025])('la matrice de %i', (annee) =>
      juger((registre, regardeur) => comparerMatrice(registre, point, regardeur, annee)),
    )
    it.each([undefined, ...ANNEES])('les retards (%s)', (annee) =>
      juger((registre, regardeur) => comparerRetards(registre, point, regardeur, annee), 50),
    )
    it('les écarts d’effectif de chaque mois', () =>
      juger(async (registre, regardeur) => {
        for (const rang of mois().filter((un) => un <= point.photo.courant))
          await comparerEcarts(registre, point, regardeur, rang)
      }))
    it('la liste des rapports de chaque mois', () =>
      juger(async (registre, regardeur) => {
        for (const rang of mois()) await comparerListe(registre, point, regardeur, rang)
      }))
    it('la page des structures', () =>
      juger(async (registre, regardeur) => {
        const lues = codes().filter(
          (code) =>
            regardeur.direction === null ||
            point.photo.structure(code).en(point.photo.courant).parent === regardeur.direction,
        )
        for (const code of lues) await comparerStructure(registre, point, regardeur, code)
      }))
    it('les fiches, leurs périodes et leurs interruptions', () =>
      juger((registre, regardeur) => comparerFiches(registre, point, regardeur, codes())))
    it('qui serait relancé, et de quoi', async () => {
      const registre = new Registre('direction')
      await comparerRelances(registre, point, pays.dpps)
      expect(registre.ecarts.slice(0, MONTRES), `${registre.ecarts.length} écarts`).toEqual([])
    })
    it('l’agenda', async () => {
      const registre = new Registre('')
      await comparerAgenda(registre, point, { nom: 'direction', qui: pays.dpps, structure: null })
      for (const code of codes().slice(0, 20)) {
        const qui = pays.appels(pays.comptes.get(code)?.jeton ?? null)
        await comparerAgenda(registre, point, { nom: code, qui, structure: code })
      }
      expect(registre.ecarts.slice(0, MONTRES), `${registre.ecarts.length} écarts`).toEqual([])
    })
    it.each(ANNEES)('l’aperçu de l’annuaire de %i', async (annee) => {
      const registre = new Registre('')
      await comparerAnnuaire(registre, point, pays.dpps, annee)
      const { ecarts, compares } = registre
      expect(ecarts.slice(0, MONTRES), `${ecarts.length} écarts sur ${compares}`).toEqual([])
      expect(compares).toBeGreaterThan(300)
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
