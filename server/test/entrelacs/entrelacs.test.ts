import { describe, expect, inject, it } from 'vitest'
import { seedsOf } from '../../../tools/graines.ts'
import { PORTEE } from '../../../tools/portee.ts'
import { Jeu } from './actes.ts'
import { Histoire } from './histoire.ts'
import { tirer } from './intentions.ts'
import { MODELES_ESSAI } from './modeles.ts'
import { type Monde, ouvrirMonde } from './monde.ts'
import { type Photo, photographier } from './photo.ts'
import {
  demandeDe,
  tousLesAppelants,
  verifierLecture,
  verifierListe,
  verifierTables,
  verifierTraces,
} from './verdict.ts'

const surServeur = inject('maison') === 'serveur'

/** How many acts (`ACTES`), from which draws (`GRAINE`): longer, or others, are run by hand. */
const DEFAUT = (surServeur ? 2400 : 600) / (PORTEE === 'porte' ? 2 : 1)
const ACTES = Number(process.env['ACTES'] ?? DEFAUT)
const GRAINES = seedsOf(`actes.${inject('maison')}`)
const PAR_LOT = 60
const EN_VOL = surServeur ? 8 : 4
/** It stops what hangs: a long run is given as much more, however slow the machine. */
const PATIENCE = 300_000 + ACTES * 300

type Essai = { monde: Monde; jeu: Jeu; histoire: Histoire }

/** The tables as they stand when nothing runs, and the history read up to there. */
async function arreter({ monde, jeu, histoire }: Essai): Promise<Photo> {
  expect(jeu.pannes, 'réponses 500').toEqual([])
  const photo = await photographier(monde.banc.base.db, histoire.derniereLigne)
  histoire.lire(photo.historique)
  verifierTables(photo, histoire)
  return photo
}

/** Between two lots: every form read by somebody, and some lists. */
async function sonder(essai: Essai, lot: number): Promise<void> {
  const { monde, histoire } = essai
  const photo = await arreter(essai)
  const maintenant = monde.maintenant()
  const point = { photo, histoire, maintenant }
  const appelants = tousLesAppelants(monde)
  const appelant = (n: number) => appelants[(n * 5 + lot) % appelants.length] ?? appelants[0]
  const vivants = photo.formulaires.filter(({ etat }) => etat !== 'ANNULE')
  for (const [n, f] of vivants.entries()) {
    const lecteur = appelant(n)
    if (lecteur) await verifierLecture(point, f, lecteur)
  }
  for (let n = 0; n < 3; n += 1) {
    const lecteur = appelant(n + 1)
    if (lecteur) await verifierListe(point, lecteur, demandeDe(lot * 3 + n))
  }
}

/** What a run must have met, for what it proves to be worth something; the embedded base's is short. */
const A_RENCONTRER = surServeur
  ? 'enregistrer modifier soumettre valider approuver diffuser renvoyer changerEtat remarquer ' +
    'CELLULES_EN_CONFLIT VERSION_PERIMEE TRANSITION_INTERDITE FORMULAIRE_EXISTANT MOIS_VERROUILLE'
  : 'enregistrer modifier soumettre valider renvoyer VERSION_PERIMEE TRANSITION_INTERDITE'

/** Those that it has not met. */
function jamaisRencontres({ jeu }: Essai): string[] {
  const vues = jeu.traces.map(({ action, statut, code }) => (statut === 200 ? action : code))
  return A_RENCONTRER.split(' ').filter((nom) => !vues.includes(nom))
}

/** At the end: every form and many lists, by everyone, on each process. */
async function conclure(essai: Essai): Promise<void> {
  const { monde, jeu, histoire } = essai
  const photo = await arreter(essai)
  verifierTraces(photo, histoire, jeu.traces)
  const commences = new Set(photo.formulaires.map(({ modeleCode }) => modeleCode))
  const jamais = [...MODELES_ESSAI.keys()].filter((code) => !commences.has(code))
  expect(jamais, 'modèles jamais commencés').toEqual([])
  const point = { photo, histoire, maintenant: monde.maintenant() }
  for (const [rang, lecteur] of tousLesAppelants(monde).entries()) {
    for (const f of photo.formulaires) await verifierLecture(point, f, lecteur)
    for (let n = 0; n < 6; n += 1) await verifierListe(point, lecteur, demandeDe(rang * 6 + n))
  }
}

describe('des actes entrelacés', async () => {
  for (const graine of GRAINES) {
    const monde = await ouvrirMonde()
    it(`laissent l’état que leur seule histoire donne, et rien de périmé (GRAINE=${graine} ACTES=${ACTES})`, {
      timeout: PATIENCE,
    }, async () => {
      const essai = { monde, jeu: new Jeu(monde), histoire: new Histoire() }
      const intentions = tirer(ACTES, graine)
      for (let lot = 0; lot * PAR_LOT < ACTES; lot += 1) {
        await essai.jeu.jouer(intentions.slice(lot * PAR_LOT, (lot + 1) * PAR_LOT), EN_VOL)
        await sonder(essai, lot)
      }
      await conclure(essai)
      expect(jamaisRencontres(essai), 'actes et refus jamais rencontrés').toEqual([])
    })
  }
})
