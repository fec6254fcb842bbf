import type { Simulation } from '@releve/contract/modele/gestion.schema.ts'
import { modeleApi as api } from '@releve/contract/modele/modele.api.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { describe, expect, it, vi } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { agir, commencer, reussi } from '../../test/formulaires.ts'
import { insertSimulation } from './simulation.sql.ts'

const banc = await ouvrirBanc()
const { asDpps, asStructure, base, horloge } = banc

const lire = (id: number) => reussi(asDpps.appeler(api.lireSimulationModele, { params: { id } }))

/** The simulation once it has ended. */
async function finie({ id }: Simulation): Promise<Simulation> {
  await vi.waitFor(async () => expect((await lire(id)).etat).not.toBe('EN_COURS'), {
    timeout: 60_000,
    interval: 50,
  })
  return lire(id)
}

async function brouillonDe(code: string) {
  const modeles = await reussi(asDpps.appeler(api.gererModeles))
  const modele = modeles.find((m) => m.code === code)
  const deja = modele?.brouillon?.id
  if (deja) return reussi(asDpps.appeler(api.lireBrouillonModele, { params: { id: deja } }))
  const body = { de: 'VERSION', id: modele?.versions[0]?.id ?? 0 } as const
  return reussi(asDpps.appeler(api.creerBrouillonModele, { body }))
}

async function essayer(changer: (source: ModeleSource) => ModeleSource): Promise<Simulation> {
  const { id, version, source } = await brouillonDe('RMA')
  const body = { version, source: changer(source) }
  const { fautes } = await reussi(
    asDpps.appeler(api.enregistrerBrouillonModele, { params: { id }, body }),
  )
  expect(fautes).toEqual([])
  return finie(await reussi(asDpps.appeler(api.simulerModele, { params: { id } })))
}

// Two received, one begun, one of another model; from the latest month, so that none is measured by
// the month before.
await commencer(asStructure, { modele: 'RMA', mois: 'MARCH' })
for (const mois of ['FEBRUARY', 'JANUARY'] as const) {
  await reussi(
    agir(asStructure, 'soumettre', await commencer(asStructure, { modele: 'RMA', mois })),
  )
}
await commencer(asStructure, { modele: 'EPM', mois: 'JANUARY' })

const RECUS = ['RMA-CAU-R01-01-202501', 'RMA-CAU-R01-01-202502']

describe('une simulation', () => {
  it('d’un brouillon égal à sa version ne trouve rien, sur les seuls rapports reçus', async () => {
    const { etat, lus, total, resultat } = await essayer((source) => source)
    expect({ etat, lus, total }).toEqual({ etat: 'FAITE', lus: 2, total: 2 })
    expect(resultat).toMatchObject({
      formulaires: 2,
      structures: 1,
      du: { mois: 'APRIL', annee: 2024 },
      au: { mois: 'MARCH', annee: 2025 },
      perdues: [],
      requisesVides: [],
      sansValeur: [],
      changees: [],
      tronque: false,
    })
    for (const { avant, apres } of resultat?.controles ?? []) expect(apres).toBe(avant)
    for (const { exemples } of resultat?.controles ?? []) expect(exemples).toEqual([])
  })

  it('compte ce qui se perd, ce qui manque, ce qui change, ce qui se déclenche', async () => {
    const { resultat } = await essayer((source) => ({
      ...source,
      sections: source.sections.map((section) => {
        if (section.type !== 'champs') return section
        const champs = section.champs
          .filter(({ code }) => code !== 'DUREE_MOY')
          .map((champ) =>
            champ.code === 'TAUX_OCC'
              ? { ...champ, formule: '1 + 100 * JOURNEES / (CAPACITE * JOURS_OUV)' }
              : champ,
          )
        const neuf = { code: 'NEUF', libelle: 'Neuf', nature: 'entier', requis: true } as const
        const aTaux = champs.some(({ code }) => code === 'TAUX_OCC')
        return { ...section, champs: aTaux ? [...champs, neuf] : champs }
      }),
      controles: [
        ...source.controles.filter(({ code }) => code !== 'RA13'),
        {
          code: 'ZZ01',
          niveau: 'INFO',
          formule: 'JOURS_OUV < 0',
          cellules: ['JOURS_OUV'],
          message: 'Toujours {JOURS_OUV}',
        },
      ],
    }))
    expect(resultat?.requisesVides).toEqual([
      { adresse: 'NEUF', libelle: 'Neuf', formulaires: 2, exemples: RECUS },
    ])
    expect(resultat?.changees).toMatchObject([{ adresse: 'TAUX_OCC', formulaires: 2 }])
    expect(resultat?.changees[0]?.exemple.avant).not.toBe(resultat?.changees[0]?.exemple.apres)
    const parCode = new Map(resultat?.controles.map((c) => [c.code, c]))
    expect(parCode.get('ZZ01')).toMatchObject({
      avant: null,
      apres: 2,
      exemples: RECUS,
    })
    expect(parCode.get('RA13')).toMatchObject({ apres: null })
    const { donnees } = await base.db
      .selectFrom('formulaire')
      .select('donnees')
      .where('numero', '=', 'RMA-CAU-R01-01-202501')
      .executeTakeFirstOrThrow()
    const attendues =
      'DUREE_MOY' in donnees ? [{ adresse: 'DUREE_MOY', formulaires: 2, valeurs: 2 }] : []
    expect(resultat?.perdues).toMatchObject(attendues)
  })

  it('se retrouve en ouvrant le brouillon, tant qu’elle est gardée', async () => {
    const { id: brouillonId } = await brouillonDe('SMP')
    const params = { id: brouillonId }
    const relu = () => reussi(asDpps.appeler(api.lireBrouillonModele, { params }))
    expect((await relu()).simulation).toBeNull()
    const { id } = await reussi(asDpps.appeler(api.simulerModele, { params }))
    expect((await relu()).simulation).toBe(id)
    await finie(await lire(id))
    const le = horloge.maintenant
    horloge.maintenant = new Date(le.getTime() + 25 * 3_600_000)
    expect((await relu()).simulation).toBeNull()
    horloge.maintenant = le
  })

  it('d’un brouillon fautif est refusée', async () => {
    const body = { de: 'VIDE', code: 'VIDE', libelle: 'Vide' } as const
    const { id } = await reussi(asDpps.appeler(api.creerBrouillonModele, { body }))
    expect(await asDpps.appeler(api.simulerModele, { params: { id } })).toMatchObject({
      statut: 422,
      code: 'MODELE_EN_FAUTE',
    })
  })

  it('s’arrête, se tait quand son processus est mort, et s’oublie après un jour', async () => {
    const { id: brouillonId } = await brouillonDe('EPM')
    const le = horloge.maintenant
    const id = await insertSimulation(base.db, { brouillonId, version: 1, le })
    const params = { id }
    expect((await lire(id)).etat).toBe('EN_COURS')
    expect((await asDpps.appeler(api.annulerSimulationModele, { params })).statut).toBe(204)
    expect((await lire(id)).etat).toBe('ANNULEE')
    const morte = await insertSimulation(base.db, { brouillonId, version: 1, le })
    await base.db
      .updateTable('modeleSimulation')
      .set({ vuLe: '2020-01-01T00:00:00Z' })
      .where('id', '=', morte)
      .execute()
    expect(await lire(morte)).toMatchObject({ etat: 'ECHOUEE', raison: expect.any(String) })
    horloge.maintenant = new Date(le.getTime() + 25 * 3_600_000)
    expect(await asDpps.appeler(api.lireSimulationModele, { params: { id: morte } })).toMatchObject(
      {
        statut: 404,
        code: 'SIMULATION_INTROUVABLE',
      },
    )
    horloge.maintenant = le
  })
})
