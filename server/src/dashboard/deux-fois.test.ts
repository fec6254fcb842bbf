import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Etat, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Appels, appelsDe, ouvrirBanc, type Personne } from '../../test/banc.ts'
import { testBase } from '../../test/base.ts'
import { agir, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { surLectureSeule } from '../../test/lecture.ts'
import { createApp } from '../app.ts'
import { chargerDemonstration } from '../demonstration/demonstration.ts'
import { modifier } from '../formulaire/formulaire.banc.ts'
import { readConfig } from '../platform/config.ts'
import type { Db } from '../platform/route.ts'
import { insertSession } from '../session/session.sql.ts'
import { COURANT, ouvrirPays } from './dashboard.banc.ts'
import {
  type AnneeLue,
  desaccords,
  lireAnnee,
  pairesDeLAnnuaire,
  pairesDesEcarts,
  pairesDesFichiers,
  pairesDesMoyennes,
  pairesDesRetards,
  pairesDesSommes,
  pairesDuPublic,
  pairesDuSuivi,
} from './deux-fois.banc.ts'

// Every figure that is shown twice, compared (docs/chiffres.md lists them): on the demonstration,
// and on what a year's reports may go through.

type Pays = { qui: Appels; db: Db; maintenant: Date; annee: number }

async function ouvrirDemonstration(): Promise<Pays> {
  const maintenant = new Date('2026-11-26T10:00:00Z')
  const base = await testBase()
  const { db } = base
  await chargerDemonstration(db, maintenant)
  const app = await createApp({
    base,
    lecture: surLectureSeule(db),
    config: readConfig({ LOG_LEVEL: 'silent' }),
    maintenant: () => maintenant,
    attendre: async () => {},
  })
  const dpps = await db
    .selectFrom('utilisateur')
    .select('id')
    .where('identifiant', '=', 'dpps')
    .executeTakeFirstOrThrow()
  const { token } = await insertSession(db, dpps.id, maintenant)
  return { qui: appelsDe(app, token), db, maintenant, annee: 2026 }
}

/** One of each: what may happen to a report, from in time to cancelled. */
async function ouvrirCas(): Promise<Pays> {
  const banc = await ouvrirBanc()
  const { asStructure, asAutreStructure, asAdmin, asDpps, base, horloge, structures } = banc
  const forcer = async (f: Formulaire, etat: Etat) =>
    reussi(
      asDpps.appeler(formulaireApi.changerEtatFormulaire, {
        params: { numero: f.numero, etat },
        query: { version: f.version, motif: 'INCOHERENCE', texte: 'Pour l’épreuve des comptes.' },
      }),
    )
  // Waits since long before; in time, then published.
  await base.db.updateTable('structure').set({ dateOuverture: '2025-01-01' }).execute()
  horloge.maintenant = new Date('2025-02-04T10:00:00Z')
  const aTemps = await reussi(
    agir(
      asAutreStructure,
      'soumettre',
      await commencer(asAutreStructure, { mois: 'JANUARY', modele: 'EPM' }),
    ),
  )
  const valide = await reussi(agir(asAdmin, 'valider', aTemps))
  await reussi(agir(asDpps, 'diffuser', await reussi(agir(asDpps, 'approuver', valide))))
  horloge.maintenant = new Date('2025-03-20T10:00:00Z')
  const soumettre = async (qui: Personne, choix: Parameters<typeof commencer>[1]) => {
    const f = await commencer(qui, choix)
    const avertis = f.resultats.filter(({ niveau }) => niveau === 'AVERTISSEMENT')
    const dites = avertis.map(({ cle }) => [cle, 'Expliqué pour l’épreuve.'] as const)
    const justifications = Object.fromEntries(dites)
    const justifie = await reussi(modifier(qui, f, {}, { justifications }))
    return reussi(agir(qui, 'soumettre', justifie))
  }
  // Cancelled, then entered anew: received late, and counted.
  await forcer(await commencer(asStructure, { mois: 'JANUARY' }), 'ANNULE')
  await reussi(agir(asAdmin, 'valider', await soumettre(asStructure, { mois: 'JANUARY' })))
  // Sent back: received. Taken back to a draft: not any more. Sent back by force: never was.
  await renvoyer(asAdmin, await soumettre(asStructure, { mois: 'FEBRUARY' }))
  await forcer(await soumettre(asStructure, { mois: 'FEBRUARY', modele: 'EPM' }), 'BROUILLON')
  await forcer(await commencer(asAutreStructure, { mois: 'FEBRUARY' }), 'RENVOYE')
  // Published, taken back, then a draft: its publication still counts.
  const publie = await reussi(
    agir(asAdmin, 'valider', await soumettre(asStructure, { mois: 'JANUARY', modele: 'EPM' })),
  )
  await reussi(agir(asDpps, 'diffuser', await reussi(agir(asDpps, 'approuver', publie))))
  await forcer(await renvoyer(asDpps, await relire(asDpps, publie.numero)), 'BROUILLON')
  // Of a month not due: one received all the same, one begun.
  await reussi(agir(asAdmin, 'valider', await soumettre(asStructure, { mois: 'MARCH' })))
  await commencer(asStructure, { mois: 'MARCH', modele: 'EPM' })
  // More time, for a month that nobody has begun.
  await base.db
    .insertInto('reouverture')
    .values({
      structureId: structures.get('CSAUV-R05-01') ?? 0,
      rang: 2025 * 12,
      jusqua: '2025-04-30',
    })
    .execute()
  // Holidays found out about since: what is past keeps its date, March is due a day later.
  const joursFeries = ['2025-02-05', '2025-03-05', '2025-04-07']
  await reussi(
    asDpps.appeler(calendrierApi.modifierCalendrier, {
      body: { ...DEFAUTS_CALENDRIER, joursFeries },
    }),
  )
  return { qui: asDpps, db: base.db, maintenant: horloge.maintenant, annee: 2025 }
}

/** Structures that move, and are given models or lose them; reports miss here and there. */
async function ouvrirMouvements(): Promise<Pays> {
  // Lists would tell what is not expected of whom has lost a model.
  const { asDpps, base, horloge } = await ouvrirPays([
    `update formulaire set etat = 'ANNULE', version_diffusee = 0, publie_effectif = null,
        publie_entrees = null, publie_sorties = null, publie_reference = null
      where modele_code = 'EPM' and rang >= ${COURANT - 3} and structure_id = (
        select id from structure where code = 'CAU-R01-G00042')`,
  ])
  return { qui: asDpps, db: base.db, maintenant: horloge.maintenant, annee: 2024 }
}

/** The mean headcount of a type, and whether it is marked. */
function moyenneDe({ chapitres }: Annuaire, type: string) {
  const tableau = chapitres.flatMap(({ tableaux }) => tableaux).find(({ code }) => code === 'T2.3')
  const cellule = tableau?.lignes.find(({ code }) => code === type)?.cellules.at(-1)
  return cellule?.sorte === 'valeur' ? [cellule.valeur, cellule.partiel ?? false] : null
}

/** What there is to be compared, and what it must be. */
const DE_LA_DEMONSTRATION = ({ dashboard, retards, annuaire, series }: AnneeLue) => {
  const { total } = dashboard
  const rma = series.modeles.find(({ code }) => code === 'RMA')
  const { mois, retenus, recus, attendus } = rma?.points.at(-3) ?? {}
  return {
    dit: {
      // Of October, one report was sent back: received, and not counted.
      octobre: { mois, retenus, recus, attendus },
      total: [total.recus, total.attendus, total.pasEncoreDus],
      retards: [total.enRetard, retards.totaux.enRetard],
      completude: annuaire.couverture.completude,
      moyennes: ['CPOLY', 'CSE'].map((type) => moyenneDe(annuaire, type)),
    },
    attendu: {
      octobre: { mois: 'OCTOBER', retenus: 10, recus: 11, attendus: 14 },
      // One month is open again to a structure: what it has not sent of it is not due yet.
      total: [344, 359, 34],
      retards: [15, 15],
      completude: 95.8,
      moyennes: [
        [106, true],
        [expect.any(Number), false],
      ],
    },
  }
}

const DES_CAS = ({ dashboard, matrice, series }: AnneeLue) => {
  const { total } = dashboard
  const lettres = matrice.structures.flatMap(({ cases }) => Object.values(cases)).join('')
  const points = series.modeles.flatMap((serie) => serie.points)
  return {
    dit: {
      retard: total.enRetard > 0,
      recus: [total.aTemps, total.recus - total.aTemps, total.enAvance],
      lettres: Array.from('rqbnDV').filter((lettre) => !lettres.includes(lettre)),
      autres: points.some(({ autres }) => autres > 0),
      decales: Object.keys(matrice.numeros).length,
    },
    attendu: { retard: true, recus: [1, 2, 1], lettres: [], autres: true, decales: 1 },
  }
}

const DES_MOUVEMENTS = ({ dashboard, annuaire }: AnneeLue) => {
  return {
    dit: {
      retard: dashboard.total.enRetard > 0,
      regions: dashboard.regions.length,
      // Of a type that a structure was of until November.
      moyennes: moyenneDe(annuaire, 'CSE'),
    },
    attendu: { retard: true, regions: 6, moyennes: [expect.any(Number), true] },
  }
}

const PAYS = [
  {
    nom: 'dans la démonstration',
    ouvrir: ouvrirDemonstration,
    reconnaitre: DE_LA_DEMONSTRATION,
    publie: 2025,
  },
  {
    nom: 'quand un rapport est renvoyé, remis en brouillon, annulé, en retard, prolongé',
    ouvrir: ouvrirCas,
    reconnaitre: DES_CAS,
    publie: 0,
  },
  {
    nom: 'quand des structures changent de région, de type ou de modèles',
    ouvrir: ouvrirMouvements,
    reconnaitre: DES_MOUVEMENTS,
    publie: 0,
  },
]

describe.each(PAYS)('$nom', ({ ouvrir, reconnaitre, publie }) => {
  let pays: Pays
  let lue: AnneeLue
  beforeAll(async () => {
    pays = await ouvrir()
    const jour = pays.maintenant.toISOString().slice(0, 10)
    lue = await lireAnnee(pays.qui, pays.annee, jour)
  })

  it('tout ce qui est à comparer est là', () => {
    const { dit, attendu } = reconnaitre(lue)
    expect(dit).toEqual(attendu)
  })
  it('les comptes de l’année, des mois, de la matrice et des listes disent la même chose', () => {
    expect(desaccords(pairesDuSuivi(lue))).toEqual([])
  })
  it('les sommes disent de combien de rapports elles sont, partout pareil', () => {
    expect(desaccords(pairesDesSommes(lue))).toEqual([])
  })
  it('l’annuaire a la complétude du tableau de bord', () => {
    expect(desaccords(pairesDeLAnnuaire(lue))).toEqual([])
  })
  it('un effectif moyen est celui que refont les rapports qui l’expliquent', async () => {
    expect(desaccords(await pairesDesMoyennes(lue, pays.qui))).toEqual([])
  })
  it('ce qui est en retard l’est partout, d’autant de jours', async () => {
    const { db, maintenant } = pays
    expect(desaccords(await pairesDesRetards(lue, db, maintenant))).toEqual([])
  })
  it('un écart est celui à l’effectif attendu, avant une décision aussi', async () => {
    const paires = await pairesDesEcarts(lue, pays.qui)
    expect(paires.length).toBeGreaterThan(4)
    expect(desaccords(paires)).toEqual([])
  })
  it('les fichiers et le flux du calendrier disent ce que disent les écrans', async () => {
    expect(desaccords(await pairesDesFichiers(lue, pays.qui))).toEqual([])
  })
  it.runIf(publie)(
    'un annuaire publié dit à l’écran ce que disent sa page publique et ses fichiers',
    async () => {
      const paires = await pairesDuPublic(pays.qui, publie)
      expect(paires.length).toBeGreaterThan(100)
      expect(desaccords(paires)).toEqual([])
    },
  )
})
