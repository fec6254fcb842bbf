import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { MOTEUR } from '@releve/contract/modele/moteur.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { recalculer } from '../../test/recalculs.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { installer } from '../installation.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { CoursePerdue } from '../platform/erreur.ts'
import { findAgent } from '../session/session.sql.ts'
import { ficheLue } from '../structure/structure.banc.ts'
import { demanderRecalculDuMoteur } from '../tache/recalcul.sql.ts'
import { insererFormulaire, preparerFormulaire } from './creer.ts'
import { forcer, modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'
import { updateFormulaire } from './formulaire.ecriture.sql.ts'
import { relireFormulaire } from './formulaire.sql.ts'
import { listDivergences } from './integrite.sql.ts'
import { pousser } from './pousser.ts'
import { findStructureSaisie } from './structure-saisie.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asStructure, base } = banc
const CAU = 'CAU-R01-01'
const LISTE = 'SITUATION_FONCT'

async function dater(valableAu: string | null): Promise<void> {
  const liste = await reussi(
    asDpps.appeler(codificationApi.lireCodification, { params: { code: LISTE } }),
  )
  const { code, libelle, parentListe, version } = liste
  const valeurs = liste.valeurs
    .filter((valeur) => valeur.code === 'FERME_TEMP')
    .map(({ libellesAnciens: _l, emplois: _e, actions: _a, ...fiche }) => ({ ...fiche, valableAu }))
  const body = { code, libelle, parentListe, version, valeurs }
  await reussi(asDpps.appeler(codificationApi.enregistrerCodification, { body }))
}

const versionDe = () =>
  base.db
    .selectFrom('structure')
    .select('version')
    .where('code', '=', CAU)
    .executeTakeFirstOrThrow()

async function fixerCapacite(capacite: number | null): Promise<void> {
  const body = { ...(await ficheLue(banc, CAU)), capacite, ...(await versionDe()) }
  await reussi(asDpps.appeler(structureApi.modifierStructure, { body }))
}

const feries = (joursFeries: string[]) => {
  const body = { ...DEFAUTS_CALENDRIER, joursFeries }
  return reussi(asDpps.appeler(calendrierApi.modifierCalendrier, { body }))
}

/** `saufRecu`: what was received keeps this as it was. */
type Cause = [titre: string, changer: () => Promise<unknown>, saufRecu?: true]

let moteurs = 0

/** What changes elsewhere than in a form, as people change it; the engine, as a release does. */
const CAUSES: Cause[] = [
  ['le moteur', () => demanderRecalculDuMoteur(base.db, `autre ${(moteurs += 1)}`)],
  ['les jours ouvrés', () => feries(['2025-03-03', '03-04', '03-05'])],
  ['les codes', () => dater('2025-02')],
  ['la fiche de la structure', () => fixerCapacite(75), true],
]

beforeEach(async () => {
  await sql`update codification_valeur set valable_du = null, valable_au = null, actif = true
    where codification = ${LISTE}`.execute(base.db)
  await changerDepuisToujours(base.db, { capacite: 60 }, [CAU])
})

/** Has the base say that a control fired which no model has: only who reads what is kept sees it. */
async function marquer({ numero }: Formulaire): Promise<void> {
  const temoin = { cle: 'TEMOIN', code: 'TEMOIN', niveau: 'INFO', cellules: [], message: 'Témoin.' }
  const resultats = JSON.stringify([{ ...temoin, justification: null }])
  await sql`update formulaire set resultats = ${resultats} where numero = ${numero}`.execute(
    base.db,
  )
}

const estGarde = ({ resultats }: Formulaire) => resultats.some(({ cle }) => cle === 'TEMOIN')

/** What is kept of a form, and the same as a computation of everything gives it: the row is put back. */
async function comparer({ numero }: Formulaire): Promise<void> {
  const garde = await relire(asStructure, numero)
  const [ligne] = await base.db
    .selectFrom('formulaire')
    .select(['resultats', 'environs', 'deduites'])
    .where('numero', '=', numero)
    .execute()
  await sql`update formulaire set resultats = null, environs = null, deduites = null
    where numero = ${numero}`.execute(base.db)
  expect(garde).toEqual(await relire(asStructure, numero))
  const texte = (valeur: unknown) => valeur && JSON.stringify(valeur)
  await sql`update formulaire set resultats = ${texte(ligne?.resultats)},
    environs = ${texte(ligne?.environs)}, deduites = ${texte(ligne?.deduites)}
    where numero = ${numero}`.execute(base.db)
}

/** What the list of a month shows of a form must be what its reading says. */
async function comparerListe({ numero }: Formulaire): Promise<void> {
  const { erreurs, avertissements, remplissage } = await relire(asStructure, numero)
  const { elements } = await listeDe()
  const ligne = elements.find((une) => une.numero === numero)
  expect([ligne?.erreurs, ligne?.avertissements]).toEqual([erreurs, avertissements])
  expect(ligne?.remplissage).toBeCloseTo(remplissage, 5)
}

const MARS = { mois: 'MARCH', annee: 2025 } as const
const listeDe = () => reussi(asStructure.appeler(api.listFormulaires, { params: MARS }))

type Etat = 'BROUILLON' | 'SOUMIS' | 'DIFFUSE'

/** February received, then March in this state, of the same model, with a warning justified. */
async function deuxMois(etat: Etat) {
  const fevrier = await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
  const justifications = { 'RA04:F': 'Erreur de pointage en février.' }
  const brouillon = await commencer(asStructure)
  let mars = await reussi(modifier(asStructure, brouillon, {}, { justifications }))
  for (const acte of ['soumettre', 'valider', 'approuver', 'diffuser'] as const) {
    if (mars.etat === etat) break
    const qui = { soumettre: asStructure, valider: asAdmin, approuver: asDpps, diffuser: asDpps }
    mars = await reussi(agir(qui[acte], acte, mars))
  }
  return { fevrier, mars }
}

describe.each<Etat>(['BROUILLON', 'SOUMIS', 'DIFFUSE'])(
  'les résultats gardés d’un rapport %s',
  (etat) => {
    it('se lisent sans moteur ni mois voisins, et sont ceux du moteur', async () => {
      const { mars } = await deuxMois(etat)
      let lu: Formulaire | undefined
      const travaux = await observer(async () => {
        const params = { numero: mars.numero }
        const query = { sans: 'fixe' } as const
        lu = await reussi(asStructure.appeler(api.lireFormulaire, { params, query }))
      })
      const requetes = ditsDe(travaux, 'requete').map(String)
      expect(requetes.filter((texte) => /\bformulaire\b/.test(texte))).toHaveLength(1)
      const entier = await relire(asStructure, mars.numero)
      const { definition: _d, contexte: _c, precedent: _p, ...memes } = { ...lu }
      expect(entier).toMatchObject(memes)
      await comparer(mars)
      await marquer(mars)
      expect(estGarde(await relire(asStructure, mars.numero))).toBe(true)
    })

    it.each(CAUSES)('sont recalculés quand change ceci : %s', async (_, changer, saufRecu) => {
      const { mars } = await deuxMois(etat)
      await marquer(mars)
      await changer()
      // Until they are, a list says so, and who reads computes.
      expect(await listeDe()).toMatchObject({ recalcul: true })
      expect(estGarde(await relire(asStructure, mars.numero))).toBe(false)
      expect(await recalculer(base.db)).toBeGreaterThan(0)
      expect(await listeDe()).not.toHaveProperty('recalcul')
      if (saufRecu && etat !== 'BROUILLON') {
        return expect(estGarde(await relire(asStructure, mars.numero))).toBe(true)
      }
      await comparer(mars)
      await comparerListe(mars)
    })

    it('suivent le mois d’avant dans la transaction qui le change', async () => {
      const { fevrier, mars } = await deuxMois(etat)
      const avant = await relire(asStructure, mars.numero)
      await marquer(mars)
      const renvoye = await renvoyer(asAdmin, fevrier)
      expect(await listeDe()).not.toHaveProperty('recalcul')
      const sansFevrier = await relire(asStructure, mars.numero)
      expect(estGarde(sansFevrier)).toBe(false)
      expect(sansFevrier.resultats).not.toEqual(avant.resultats)
      await comparer(mars)
      await comparerListe(mars)
      await reussi(agir(asStructure, 'soumettre', renvoye))
      expect((await relire(asStructure, mars.numero)).resultats).toEqual(avant.resultats)
      await comparer(mars)
    })

    it('restent quand rien de ce qu’ils lisent ne change', async () => {
      const { mars } = await deuxMois(etat)
      await marquer(mars)
      await amener(banc, 'SOUMIS', { modele: 'EPM' })
      const janvier = await commencer(asStructure, { mois: 'JANUARY' })
      await reussi(modifier(asStructure, janvier, { DIFF: 'Rien.' }))
      const { version, ...fiche } = { ...(await ficheLue(banc, CAU)), ...(await versionDe()) }
      const body = { ...fiche, telephone: '+999 1', version }
      await reussi(asDpps.appeler(structureApi.modifierStructure, { body }))
      await feries(['2025-04-10'])
      await recalculer(base.db)
      expect(estGarde(await relire(asStructure, mars.numero))).toBe(true)
    })
  },
)

describe('un brouillon', () => {
  it('dont une case calculée changerait le dit à sa lecture, et l’écrit à son enregistrement', async () => {
    const epm = await amener(banc, 'BROUILLON', { modele: 'EPM' })
    await feries(['2025-03-03', '03-04', '03-05'])
    await recalculer(base.db)
    const lu = await relire(asStructure, epm.numero)
    expect(lu.donnees['IND.ABS']).not.toBe(epm.donnees['IND.ABS'])
    expect(lu.version).toBe(epm.version)
    await comparer(epm)
    const ecrit = await reussi(modifier(asStructure, lu, { OBS_PERS: 'Rien.' }))
    expect(ecrit.donnees['IND.ABS']).toBe(lu.donnees['IND.ABS'])
    const { deduites, donnees } = await relireFormulaire(base.db, epm)
    expect([deduites, donnees.lire()['IND.ABS']]).toEqual([null, lu.donnees['IND.ABS']])
  })

  it('ne lit pas d’autre mois pour s’enregistrer, et sait ce qu’ils sont devenus', async () => {
    const { fevrier, mars } = await deuxMois('BROUILLON')
    const debut = Number(fevrier.donnees['MVT.FIN.M']) + 2
    const ecrire = async (valeur: number) => {
      const f = await relire(asStructure, mars.numero)
      let ecrit: Formulaire | undefined
      const query = { sans: 'fixe' } as const
      const body = { numero: f.numero, version: f.version, donnees: { 'MVT.DEB.M': valeur } }
      const travaux = await observer(async () => {
        ecrit = await reussi(asStructure.appeler(api.modifierFormulaire, { query, body }))
      })
      const voisins = ditsDe(travaux, 'requete').filter((texte) => /unnest/.test(String(texte)))
      return { voisins: voisins.length, dit: ecrit?.resultats.some(({ cle }) => cle === 'RA04:M') }
    }
    expect(await ecrire(debut)).toEqual({ voisins: 0, dit: true })
    await renvoyer(asAdmin, fevrier)
    expect(await ecrire(debut + 1)).toEqual({ voisins: 0, dit: false })
  })
})

describe('un rapport', () => {
  it('que l’on valide, approuve puis diffuse garde ses résultats, et ceux du mois suivant', async () => {
    const { fevrier, mars } = await deuxMois('SOUMIS')
    await marquer(mars)
    await marquer(fevrier)
    const valide = await reussi(agir(asAdmin, 'valider', fevrier))
    await reussi(agir(asDpps, 'diffuser', await reussi(agir(asDpps, 'approuver', valide))))
    await reussi(agir(asAdmin, 'valider', mars))
    for (const { numero } of [fevrier, mars]) {
      expect(estGarde(await relire(asStructure, numero))).toBe(true)
    }
  })

  it('rouvert à la saisie est calculé sur la structure d’aujourd’hui, par l’acte qui le rouvre', async () => {
    const f = await amener(banc, 'SOUMIS')
    await fixerCapacite(75)
    await recalculer(base.db)
    await marquer(f)
    const renvoye = await renvoyer(asAdmin, f)
    expect(estGarde(renvoye)).toBe(false)
    await comparer(f)
    await fixerCapacite(60)
    await recalculer(base.db)
    await reussi(agir(asStructure, 'soumettre', renvoye))
    await marquer(f)
    const force = await reussi(forcer(asDpps, await relire(asDpps, f.numero), 'BROUILLON'))
    expect(estGarde(force)).toBe(false)
    await comparer(f)
  })
})

const attendUnVerrou = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(base.db)
  return rows.length > 0
}

describe('ce qui a été lu avant un changement', () => {
  const le = new Date().toISOString()
  const trace = { agentId: asStructure.id, auNomDe: null, action: 'modifier' } as const

  it.each<[string, (fevrier: Formulaire) => Promise<unknown>]>([
    ['d’un mois voisin', (fevrier) => renvoyer(asAdmin, fevrier)],
    ...CAUSES.map(([titre, changer]): [string, () => Promise<unknown>] => [
      titre,
      async () => {
        await changer()
        await recalculer(base.db)
      },
    ]),
  ])('n’écrit pas un brouillon : %s', async (_, changer) => {
    const { fevrier, mars } = await deuxMois('BROUILLON')
    const lu = await relireFormulaire(base.db, mars)
    await changer(fevrier)
    const vers = { de: 'BROUILLON', vers: 'BROUILLON', le } as const
    const ecrire = updateFormulaire(base.db, lu, { trace: { ...trace, ...vers } })
    await expect(ecrire).rejects.toThrow(CoursePerdue)
  })

  it.each<[string, (fevrier: Formulaire) => Promise<unknown>]>([
    ['un mois voisin', (fevrier) => renvoyer(asAdmin, fevrier)],
    ...CAUSES.slice(1).map(([titre, changer]): [string, typeof changer] => [titre, changer]),
  ])('ne commence pas un rapport : %s', async (_, changer) => {
    const fevrier = await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    const { db } = base
    const maintenant = banc.horloge.maintenant
    const agent = await findAgent(db, asStructure.jeton, maintenant)
    if (!agent) throw new Error('session fermée')
    const body = { modele: 'RMA' }
    const debut = { db, agent, params: MARS, body, query: {}, maintenant }
    const rang = 2025 * 12 + 2
    const s = await findStructureSaisie(db, agent, { code: CAU }, { ...body, rang })
    if (!s) throw new Error('structure absente')
    const prepare = await preparerFormulaire(debut, s, { reprise: false })
    await changer(fevrier)
    await expect(insererFormulaire(debut, s, prepare)).rejects.toThrow(CoursePerdue)
  })
})

describe('la vérification de la base', () => {
  const fautes = async ({ numero }: Formulaire) =>
    (await listDivergences(base.db)).divergences.filter((une) => une.numero === numero)

  it('suit ce qu’un brouillon est devenu, et n’excuse pas des résultats qui ne sont pas les siens', async () => {
    const rma = await commencer(asStructure)
    const epm = await amener(banc, 'BROUILLON', { modele: 'EPM' })
    const fevrier = await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    await fixerCapacite(75)
    await feries(['2025-03-03', '03-04', '03-05'])
    expect([await fautes(rma), await fautes(epm)]).toEqual([[], []])
    await recalculer(base.db)
    expect([await fautes(rma), await fautes(epm)]).toEqual([[], []])
    await renvoyer(asAdmin, fevrier)
    await sql`update formulaire set erreurs = erreurs + 1 where numero = ${rma.numero}`.execute(
      base.db,
    )
    expect(await fautes(rma)).toEqual([
      { numero: rma.numero, colonnes: ['erreurs'], perimee: false },
    ])
  })
})

describe.runIf(inject('maison') === 'serveur')('un rapport que quelqu’un écrit', () => {
  it('rouvert pendant que la fiche de sa structure change suit la nouvelle', async () => {
    const mars = await amener(banc, 'SOUMIS')
    const f = await relireFormulaire(base.db, mars)
    let fiche: Promise<unknown> = Promise.resolve()
    let finie = false
    await inTransaction(base.db, async (tx) => {
      await sql`update formulaire set etat = 'RENVOYE' where id = ${f.id}`.execute(tx)
      await pousser(tx, f, 'RENVOYE')
      fiche = fixerCapacite(null)
        .then(() => recalculer(base.db))
        .then(() => {
          finie = true
        })
      await expect.poll(async () => finie || (await attendUnVerrou())).toBe(true)
    })
    await fiche
    // Without a capacity, its cell has no object.
    expect((await relire(asStructure, mars.numero)).donnees['CAPACITE']).toBe('SO')
    await comparer(mars)
  })

  it('n’est pas attendu par qui change ce qu’il lit : une tâche le recalcule ensuite', async () => {
    const { fevrier, mars } = await deuxMois('BROUILLON')
    await inTransaction(base.db, async (tx) => {
      await sql`select id from formulaire where numero = ${mars.numero} for update`.execute(tx)
      await renvoyer(asAdmin, fevrier)
    })
    expect(await listeDe()).toMatchObject({ recalcul: true })
    const lu = await relire(asStructure, mars.numero)
    expect(await recalculer(base.db)).toBe(1)
    expect(await relire(asStructure, mars.numero)).toEqual(lu)
    await comparer(mars)
  })
})

describe('un recalcul', () => {
  /** As many forms as a structure has months, each as an older base leaves it: without results. */
  async function copier(modele: Formulaire, nombre: number): Promise<void> {
    await sql`insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois,
        etat, donnees, structure_lue, echeance, cree_le, modifie_le, modifie_par)
      select f.numero || '-' || n, f.modele_id, f.modele_code, f.structure_id, 1900 + n / 12,
        n % 12 + 1, 'SOUMIS', f.donnees, f.structure_lue, f.echeance, f.cree_le, f.modifie_le,
        f.modifie_par
      from formulaire f, generate_series(1, ${nombre}::int) n
      where f.numero = ${modele.numero}`.execute(base.db)
  }

  it('passe par tous, quelques-uns à la fois, d’une tâche à la suivante', async () => {
    const f = await amener(banc, 'SOUMIS')
    await copier(f, 120)
    await demanderRecalculDuMoteur(base.db, 'celui de la nouvelle version')
    // A second process of the same release asks for nothing more.
    await demanderRecalculDuMoteur(base.db, 'celui de la nouvelle version')
    expect(await recalculer(base.db)).toBe(3)
    const { rows } = await sql<{ sans: number }>`
      select count(*)::int as sans from formulaire where resultats is null`.execute(base.db)
    expect(rows).toEqual([{ sans: 0 }])
  })

  it('n’est pas demandé d’une base neuve : ce qu’on y met est calculé par son moteur', async () => {
    const engine = async () =>
      (await sql<{ empreinte: string }>`select empreinte from moteur`.execute(base.db)).rows[0]
    await sql`update moteur set empreinte = ''`.execute(base.db)
    await installer(base.db)
    expect(await engine()).toEqual({ empreinte: MOTEUR })
    await amener(banc, 'SOUMIS')
    await installer(base.db)
    expect(await recalculer(base.db)).toBe(0)
    await sql`update moteur set empreinte = ''`.execute(base.db)
    await installer(base.db)
    expect(await recalculer(base.db)).toBe(1)
  })
})
