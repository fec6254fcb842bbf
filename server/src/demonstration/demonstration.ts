import { jourLocal, plusJours, rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { isoDe, nbJours, periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { MODELES_DEMONSTRATION } from '../../seed/modeles.ts'
import { postes, type StructureSemee, structure as semer } from '../../seed/structures/structure.ts'
import { STRUCTURES } from '../../seed/structures.ts'
import { findEdition, insertEdition, updatePublication } from '../annuaire/annuaire.sql.ts'
import { figer } from '../annuaire/enregistrer.ts'
import { findEtendue } from '../annuaire/retenus.sql.ts'
import { installerModeles } from '../modele/modele.sql.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { findTousReglages, installerReglages } from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Db } from '../platform/route.ts'
import { relancerSelonCalendrier } from '../relance/automatique.ts'
import { insertSuspension } from '../relance/suspension.sql.ts'
import { MOT_DE_PASSE } from './comptes.ts'
import type { EtatAnterieur } from './lot.sql.ts'
import { peupler } from './peupler.ts'
import type { Scenario } from './scenario.ts'

const jourDuMois = (rang: number, n: number) =>
  `${isoDe(periodeDe(rang))}-${String(n).padStart(2, '0')}`

/** The models of the seed, then those that the directorate has drawn for this type. */
function avecModeles<Semee extends StructureSemee>(semee: Semee): Semee {
  const dessines = MODELES_DEMONSTRATION.filter(({ typesStructure }) =>
    typesStructure.includes(semee.typeStructure),
  )
  return { ...semee, modeles: [...semee.modeles, ...dessines.map(({ code }) => code)] }
}

/** Structures whose past is not their present: two opened, one closed, one moved. */
function structuresDatees(premier: number) {
  return {
    ouvertes: [
      semer(18, {
        code: 'CPOLY-R04-01',
        libelle: 'Centre polyvalent de Rivemont',
        typeStructure: 'CPOLY',
        region: 'R04',
        responsable: 'Le directeur',
        adresse: 'Rue du Marché, Rivemont',
        latitude: 6.097,
        longitude: -19.801,
        capacite: 60,
        postesReference: postes(0, 3, 6, 5, 4, 2),
        effectifsOuverture: { RMA: 41, EPM: 19 },
        modeles: ['RMA', 'EPM'],
        dateOuverture: jourDuMois(premier + 8, 1),
      }),
      semer(19, {
        code: 'CSOC-R05-01',
        libelle: 'Centre social de Grandherbe',
        typeStructure: 'CSOC',
        region: 'R05',
        responsable: 'La directrice',
        adresse: 'Place des Baobabs, Grandherbe',
        latitude: 6.861,
        longitude: -18.233,
        postesReference: postes(0, 2, 3, 2, 2, 1),
        effectifsOuverture: { RMA: 22 },
        modeles: ['RMA'],
        dateOuverture: jourDuMois(premier + 15, 1),
      }),
    ],
    fermee: semer(20, {
      code: 'ORPH-R06-01',
      libelle: 'Orphelinat des Dunes',
      typeStructure: 'ORPH',
      statutStructure: 'ONG',
      region: 'R06',
      responsable: 'La responsable',
      adresse: 'Piste du Puits, Sablon',
      latitude: 7.668,
      longitude: -19.034,
      capacite: 35,
      postesReference: postes(0, 1, 3, 3, 2, 2),
      effectifsOuverture: { RMA: 28 },
      modeles: ['RMA'],
      dateOuverture: '2002-01-07',
      dateFermeture: jourDuMois(premier + 17, nbJours(periodeDe(premier + 17))),
      etat: 'FERMEE',
    }),
    // Its code is still that of the region where it opened.
    deplacee: semer(21, {
      code: 'CADS-R02-01',
      libelle: 'Centre d’adaptation sociale des Hautes-Terres',
      typeStructure: 'CADS',
      region: 'R03',
      responsable: 'La directrice',
      adresse: 'Route du Col, Belmont',
      latitude: 5.021,
      longitude: -18.977,
      capacite: 45,
      postesReference: postes(0, 2, 5, 5, 3, 2),
      effectifsOuverture: { RMA: 36, EPM: 17 },
      modeles: ['RMA', 'EPM'],
      dateOuverture: '2010-03-01',
    }),
  }
}

/** A structure of the demonstration, and what was true of it before. */
export type StructureDatee = { structure: StructureSemee; avant?: EtatAnterieur }

/**
 * The structures of the seed, in their order, with what else they report; then those that opened,
 * closed and moved since the first month of the demonstration.
 */
function structuresDemonstration(premier: number): StructureDatee[] {
  const { ouvertes, fermee, deplacee } = structuresDatees(premier)
  const avant = { jusqua: premier + 17, region: 'R02', parent: 'DR-R02' }
  return [
    ...[...STRUCTURES, ...ouvertes, fermee].map((semee) => ({ structure: avecModeles(semee) })),
    { structure: avecModeles(deplacee), avant },
  ]
}

const JOUR = 24 * 3_600_000
/** Days of reminders that are told, today included. */
const JOURS = 24

/** A structure that is left in peace since the day before yesterday, and why. */
const SUSPENDUE = {
  structure: 'CSOC-R06-01',
  motif: 'Le centre ouvre son registre et rattrape ses premiers mois, en accord avec la direction.',
  encore: 12,
}

/** The reminders that the calendar has sent for what is still missing, day after day. */
async function relancerJoursPasses(db: Db, maintenant: Date): Promise<void> {
  for (let recul = JOURS - 1; recul >= 0; recul -= 1) {
    const jour = jourLocal(new Date(maintenant.getTime() - recul * JOUR), 'UTC')
    const le = new Date(`${jour}T08:00:00Z`)
    // What is still to come is left to the process.
    if (le <= maintenant) await relancerSelonCalendrier(db, { url: null, maintenant: le })
  }
  const structures = db.selectFrom('structure').select('id')
  const structure = await structures.where('code', '=', SUSPENDUE.structure).executeTakeFirst()
  const comptes = db.selectFrom('utilisateur').select('id')
  const dpps = await comptes.where('identifiant', '=', 'dpps').executeTakeFirst()
  if (!structure || !dpps) return
  const jour = jourLocal(maintenant, 'UTC')
  await insertSuspension(db, structure.id, {
    jusqua: plusJours(jour, SUSPENDUE.encore),
    motif: SUSPENDUE.motif,
    par: dpps.id,
    le: new Date(maintenant.getTime() - 2 * JOUR),
  })
}

/** Months after which the demonstration's forms are all published. */
const DELAI = 3
/** 15 April, in the morning: when an annuaire is published; frozen six weeks before. */
const PUBLICATION = { mois: 3, jour: 15, heure: 9 }
const ARRET = { mois: 2, jour: 2, heure: 10 }

const AVANT_PROPOS =
  `Cet annuaire rassemble ce que les structures ont transmis chaque mois, et que la direction centrale a vérifié. Il doit tout à celles et ceux qui tiennent les registres.

Les chiffres manquants restent manquants : la couverture de chaque tableau dit ce qu’il représente. Toute remarque aidera l’édition suivante.`.replaceAll(
    ' :',
    '\u00a0:',
  )

const INTRODUCTIONS = {
  '2': 'Ce chapitre compte les personnes présentes le dernier jour de chaque mois.',
  '4': 'Les agents en position particulière ne sont pas comptés parmi les présents.',
}

/** Publishes the annuaire of a year, made as the platform makes it; nothing of one without reports. */
async function publier(db: Db, annee: number, maintenant: Date): Promise<void> {
  const { formulaires } = await findEtendue(db, { annee, soumis: false })
  if (formulaires === 0) return
  const le = ({ mois, jour, heure }: typeof ARRET) =>
    new Date(Math.min(Date.UTC(annee + 1, mois, jour, heure), maintenant.getTime()))
  await insertEdition(db, {
    annee,
    edition: 1,
    titre: `Annuaire statistique ${annee}`,
    avantPropos: AVANT_PROPOS,
    introductions: INTRODUCTIONS,
    chapitresOmis: [],
    nature: null,
    correction: null,
  })
  const edition = await findEdition(db, { annee })
  if (!edition) return
  await figer({ db, maintenant: le(ARRET) }, edition)
  await updatePublication(db, edition, { le: le(PUBLICATION), par: null })
}

/**
 * Publishes the annuaire of the last year whose months are all published, and that of the year
 * before, with which it is compared; nothing when there are no reports.
 */
export async function publierAnnuaires(db: Db, maintenant: Date): Promise<void> {
  const { fuseau } = await findReglages(db)
  const courant = rangCourant(maintenant, fuseau)
  const derniere = Math.floor((courant - DELAI + 1) / 12) - 1
  for (const annee of [derniere - 1, derniere]) await publier(db, annee, maintenant)
}

export { COMPTES_DEMONSTRATION } from './comptes.ts'

/** Any constant does, as long as nothing else takes it. */
const CLE_DU_VERROU = 18_051_207
/** The first month of figures: January of the year before the last whole one. */
const premierMois = (courant: number) => (Math.floor(courant / 12) - 2) * 12

/** The scenarios of some structures; the others do as they should. */
const SCENARIOS: Record<string, Scenario> = {
  'DR-R01': { etats: { 1: { EPM: 'APPROUVE' } }, derniers: { EBT: 'VALIDE' } },
  'DR-R03': { derniers: { EBT: 'SOUMIS' } },
  'DR-R02': {
    derniers: { EBT: 'APPROUVE' },
    etats: { 0: { EPM: 'BROUILLON' }, 1: { EPM: 'VALIDE' } },
    faute: { modele: 'EPM', recul: 0, cellule: 'MVT.FIN.F', ecart: 1 },
  },
  'CAU-R01-01': {
    etats: { 1: { RMA: 'DIFFUSE', EPM: 'VALIDE' } },
    corrections: [{ modele: 'RMA', recul: 5, cellule: 'PREST.SANTE.ACTES', ecart: 14 }],
    echanges: [
      {
        entre: ['STRUCTURE', 'ADMIN'],
        objet: 'Un compte pour la personne qui nous rejoint',
        textes: [
          'Bonjour,\n\nUne personne nous rejoint et remplira le rapport à partir du mois prochain. Comment lui ouvrir un compte\u202f?',
          'Bonjour,\n\nEnvoyez-nous ses nom, prénoms, fonction et adresse électronique. Son compte sera créé pour votre structure\u00a0; elle recevra un mot de passe provisoire, à changer à sa première connexion.',
        ],
      },
    ],
  },
  'POUP-R01-01': {
    etats: { 0: { RMA: 'BROUILLON' }, 1: { RMA: 'APPROUVE', EPM: 'APPROUVE' } },
    corrections: [{ modele: 'EPM', recul: 4, cellule: 'FORM_JOURS', ecart: 3 }],
  },
  'CSE-R01-01': { etats: { 0: { EPM: 'BROUILLON' }, 1: { RMA: 'VALIDE', EPM: 'VALIDE' } } },
  // Late, month after month.
  'CPOLY-R02-01': {
    retard: [2, 9],
    derniers: { EBT: null },
    etats: { 1: { RMA: 'BROUILLON', EPM: null }, 2: { RMA: 'APPROUVE' } },
    faute: { modele: 'RMA', recul: 1, cellule: 'MVT.FIN.F', ecart: 1 },
    echanges: [
      {
        entre: ['DPPS', 'STRUCTURE'],
        objet: 'Votre rapport du mois dernier est attendu',
        sujet: { modele: 'RMA', recul: 1 },
        textes: [
          'Bonjour,\n\nVotre rapport du mois dernier est commencé, et il n’est pas soumis. Une difficulté vous arrête-t-elle\u202f? Répondez à ce message\u00a0: nous pouvons regarder le rapport avec vous.',
        ],
        nonLu: true,
      },
    ],
  },
  // Later still: two months are on their way at once.
  'CADS-R03-01': {
    retard: [6, 16],
    derniers: { EBT: 'BROUILLON' },
    etats: { 1: { RMA: null, EPM: 'BROUILLON' }, 2: { RMA: 'VALIDE', EPM: 'SOUMIS' } },
  },
  // Over-occupied since people displaced by the floods came.
  'ORPH-R02-01': {
    afflux: { modele: 'RMA', recul: 9, effectif: 76 },
    echanges: [
      {
        entre: ['DPPS', 'STRUCTURE'],
        objet: 'Une occupation au-dessus de la capacité',
        sujet: { modele: 'RMA', recul: 1 },
        textes: [
          'Bonjour,\n\nVotre rapport montre de nouveau plus de personnes présentes que de places agréées. Cette situation va-t-elle durer\u202f?',
          'Bonjour,\n\nOui, encore quelques mois\u00a0: nous accueillons des familles déplacées par les inondations. Une demande d’extension est prête\u00a0; à qui devons-nous l’adresser\u202f?',
          'À nous, en réponse à ce message, avec le plan des lieux. Continuez d’indiquer la capacité agréée tant que l’extension n’est pas accordée, et expliquez l’écart dans la justification.',
          'Entendu. Nous vous envoyons le plan des lieux cette semaine.',
        ],
        nonLu: true,
      },
    ],
  },
  // Opens the month with three women more than it closed the one before.
  'CAH-R04-01': {
    etats: { 1: { EPM: 'VALIDE' } },
    rupture: { modele: 'RMA', reculs: [1, 8], cellule: 'MVT.FIN.F', ecart: 3 },
  },
  'CSAUV-R05-01': {
    etats: { 1: { RMA: 'RENVOYE' }, 2: { EPM: 'APPROUVE' } },
    faute: { modele: 'RMA', recul: 1, cellule: 'PREST.SANTE.ACTES', ecart: 60 },
    renvoi: {
      motif: 'INCOHERENCE',
      texte:
        'Le nombre d’actes de soins paraît trop élevé au regard des mois précédents. Vérifiez-le dans le cahier de suivi, puis soumettez de nouveau le rapport.',
      cellule: 'PREST.SANTE.ACTES',
      remarque: 'Ce nombre a presque doublé en un mois\u00a0: est-ce une erreur de saisie\u202f?',
    },
    echanges: [
      {
        entre: ['STRUCTURE', 'ADMIN'],
        objet: 'Quels actes de soins compter',
        sujet: { modele: 'RMA', recul: 1, cellule: 'PREST.SANTE.ACTES' },
        textes: [
          'Bonjour,\n\nCe nombre comprend les actes d’une équipe mobile, venue pour une campagne de vaccination. Faut-il les compter avec les nôtres\u202f?',
          'Bonjour,\n\nNon\u00a0: seuls comptent les actes de votre propre équipe. Retirez les autres, dites-le dans le commentaire de la case, puis soumettez de nouveau le rapport.',
        ],
      },
    ],
  },
  // Has never reported anything; catches up, one closed month after the other.
  'CSOC-R06-01': {
    muette: true,
    reouverture: {
      recul: 3,
      motif: 'Le centre ouvre son registre\u00a0: il rattrape ses premiers mois.',
      ilYA: 2,
      encore: 12,
    },
    prolongation: {
      recul: 4,
      motif:
        'Les fiches de ce mois viennent d’être retrouvées aux archives. Il nous faut une semaine pour les reprendre.',
      ilYA: 1,
    },
  },
  'MAC-R01-01': {
    etats: { 1: { SMP: 'VALIDE' } },
    derniers: { EBT: 'SOUMIS' },
    corrections: [{ modele: 'SMP', recul: 3, cellule: 'VIS_FAM', ecart: -40 }],
  },
  'MAC-R02-01': { etats: { 0: { SMP: 'BROUILLON' } } },
  'CPEN-R03-01': { etats: { 1: { SMP: 'APPROUVE', EPM: 'VALIDE' } } },
  'CPOLY-R04-01': { etats: { 1: { EPM: 'VALIDE' } }, derniers: { EBT: 'VALIDE' } },
  'CADS-R02-01': { etats: { 1: { RMA: 'APPROUVE' } } },
  'CRSM-R06-01': { etats: { 1: { RMA: 'VALIDE' } } },
}

/** Structures, accounts, everything that they reported, then the annuaire made of it. */
async function remplir(db: Db, maintenant: Date): Promise<void> {
  const { fuseau } = await findReglages(db)
  const courant = rangCourant(maintenant, fuseau)
  const premier = premierMois(courant)
  const membres = structuresDemonstration(premier).map((datee, souche) => {
    return { ...datee, souche, scenario: SCENARIOS[datee.structure.code] ?? {} }
  })
  await installerModeles(db, { sources: MODELES_DEMONSTRATION })
  await peupler(db, membres, {
    mois: courant - premier + 1,
    maintenant,
    motDePasse: MOT_DE_PASSE,
    avecCellules: true,
    ensemble: membres.length,
    // All forms are held meanwhile: what is sent at once is on top of that.
    parOrdre: 50,
  })
  await publierAnnuaires(db, maintenant)
  await relancerJoursPasses(db, maintenant)
}

/**
 * Fills a base without any structure with the fictional country: structures, their accounts, and 25
 * to 36 months of coherent forms that end with the month of `maintenant`, with the anomalies of
 * `SCENARIOS`, and the annuaires of the years that are all published. Does nothing when there are
 * structures; of processes that start together, one only fills it. Returns whether it did.
 */
export async function chargerDemonstration(db: Db, maintenant: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${CLE_DU_VERROU})`.execute(tx)
    const deja = await tx.selectFrom('structure').select('id').limit(1).executeTakeFirst()
    if (deja) return false
    await remplir(tx, maintenant)
    await installerReglages(tx, { demonstration: true })
    return true
  })
}

/** Whether this base was filled by the demonstration: its accounts open with a public password. */
export async function estDemonstration(db: Db): Promise<boolean> {
  return (await findTousReglages(db))['demonstration'] === true
}
