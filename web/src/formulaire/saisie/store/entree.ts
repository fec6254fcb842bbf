import { absolu, confronter, moins } from '@releve/contract/exact.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import type { Contexte, Modifications } from '@releve/contract/modele/modele.schema.ts'
import { lireNombre } from '@releve/contract/modele/nombre.ts'
import { lecturesDe, lireSaisie } from '@releve/contract/modele/saisie.ts'
import type { MoisSaisi } from '@releve/contract/modele/verification.ts'
import { textesSaisie } from '../saisie.textes.ts'
import { creerAttente } from './attente.ts'
import { adopter, type Carnet, rejouer, releverReliquat } from './carnet.ts'
import type {
  Ecart,
  Entree,
  Examen,
  Gestes,
  Lecture,
  Reliquat,
  Retour,
  Sorte,
  Textes,
} from './client.ts'
import { creerEnregistreur, type Enregistreur } from './enregistreur.ts'
import {
  type Annulation,
  adressesDe,
  appliquer,
  casesVides,
  commenterCellule,
  creerAnnulation,
  fermerLigne,
  justifierControle,
  ouvrirLigne,
  quitterCellule,
  saisirTextes,
} from './gestes.ts'
import { ouvrirLecture } from './lecture.ts'
import { creerNoyau, estAOuvrir, type NoyauSaisi, trouverCellule } from './noyau.ts'
import { envoyerLot, type Reseau, recevoir, type Serveur } from './synchro.ts'
import { texteChamp, texteLecture } from './texte.ts'

/** @param virgule whether a comma may part thousands, as in an English table. */
function examinerTextes(
  noyau: NoyauSaisi,
  textes: Textes,
  periode: MoisSaisi,
  virgule: boolean,
): Examen[] {
  return textes.flatMap(([adresse, texte]) => {
    const cellule = trouverCellule(noyau, adresse)
    if (!cellule) return []
    const lectures = lecturesDe(cellule, texte, virgule)
    return [{ adresse, lectures, ...examiner(noyau, cellule, [adresse, texte], periode) }]
  })
}

function examiner(
  noyau: NoyauSaisi,
  cellule: Cellule,
  [adresse, texte]: Textes[number],
  periode: MoisSaisi,
): Omit<Examen, 'adresse' | 'lectures'> {
  const tenue = noyau.calcul.valeur(adresse)
  const faux = noyau.fautes.has(adresse) ? noyau.textes.get(adresse) : undefined
  const avant = faux ?? texteLecture(cellule, tenue)
  const lu = lireSaisie(cellule, texte, { ...periode, tenue })
  if ('erreur' in lu) {
    const sorte = texte === faux ? 'inchangee' : 'refusee'
    return { sorte, avant, apres: texte, erreur: lu.erreur }
  }
  const apres = texteLecture(cellule, lu.valeur)
  const autre = lu.valeur !== tenue || faux !== undefined
  if (autre && !estAOuvrir(noyau, cellule)) {
    return { sorte: 'refusee', avant, apres, erreur: textesSaisie.nonRouverte }
  }
  return { sorte: autre ? sorteDe(avant, apres) : 'inchangee', avant, apres, erreur: null }
}

function sorteDe(avant: string, apres: string): Sorte {
  if (avant === '') return 'remplie'
  return apres === '' ? 'videe' : 'remplacee'
}

/**
 * Where a block says another figure of a computed or closed cell than what it would hold, were
 * these texts laid. A figure shown with fewer decimals than ours says the same, as far as it goes.
 * @param dites what the block says of cells that are not entered; blanks and words are left
 */
function comparerFermees(
  noyau: NoyauSaisi,
  textes: Textes,
  dites: Textes,
  periode: MoisSaisi,
): Ecart[] {
  if (dites.length === 0) return []
  const { calcul } = noyau
  const pose = ouvrirCalcul(calcul.mc, calcul.saisies(), calcul.contexte)
  pose.changer(valeursDe(noyau, textes, periode))
  return dites.flatMap(([adresse, dit]) => {
    const cellule = trouverCellule(noyau, adresse)
    const lus = nombresDe(dit)
    if (!cellule || lus.length === 0) return []
    const calcule = pose.valeur(adresse) ?? pose.partiel(adresse)
    const places = Math.min(decimalesDe(dit), cellule.decimales ?? Number.POSITIVE_INFINITY)
    const memes = (lu: number) => typeof calcule === 'number' && sePrennent(lu, calcule, places)
    return lus.some(memes) ? [] : [{ adresse, dit, calcule: texteLecture(cellule, calcule) }]
  })
}

/** Whether both are one figure, to half a unit of its last decimal, however that one was rounded. */
const sePrennent = (lu: number, calcule: number, decimales: number): boolean =>
  confronter(absolu(moins(lu, calcule)), Number(`5e-${decimales + 1}`)) <= 0

/** The figures that a text may be: two, where a sign alone leaves a doubt. */
function nombresDe(texte: string): number[] {
  const lu = lireNombre(texte)
  if ('nombre' in lu) return [lu.nombre]
  return 'signe' in lu ? [lu.milliers, lu.decimal] : []
}

/** What the texts leave in their cells; a text that is refused leaves a blank. */
function valeursDe(noyau: NoyauSaisi, textes: Textes, periode: MoisSaisi): Modifications {
  return Object.fromEntries(
    textes.flatMap(([adresse, texte]) => {
      const cellule = trouverCellule(noyau, adresse)
      if (!cellule) return []
      const lu = lireSaisie(cellule, texte, { ...periode, tenue: noyau.calcul.valeur(adresse) })
      return [[adresse, 'erreur' in lu ? null : (lu.valeur ?? null)]]
    }),
  )
}

const decimalesDe = (texte: string): number => /[.,](\d+)\D*$/.exec(texte)?.[1]?.length ?? 0

/** What keeps an entry in step with the server and with the browser: the page's doing, not a person's. */
export type Liaison = {
  /** What was read anew; gives how many cells others have changed here. */
  recevoir: (formulaire: Formulaire) => number
  /** What another window of the same person has left in the notebook since. */
  suivreCarnet: (ecrit: Reliquat | null) => void
  /** `leurs`: cells in which the value of the other person is kept. Then saves again. */
  trancher: (leurs: readonly string[]) => Promise<boolean>
  /** The network is back. */
  retenter: () => Promise<boolean>
  nonEnregistre: () => boolean
  noter: () => void
  demarrer: () => void
  /** Sends nothing more by itself; what is left is in the browser's notebook. */
  suspendre: () => void
  /** Leaves the page, and saves a last time. True when nothing waits any more. */
  fermer: () => Promise<boolean>
}

export type Depart = {
  formulaire: Formulaire & { contexte: Contexte }
  mc: ModeleCompile
  carnet: Carnet
  reseau: Reseau
}

/** Opens a form for entry, and puts back what an earlier visit left unsaved. */
export function ouvrirEntree({ formulaire, mc, carnet, reseau }: Depart): {
  lecture: Lecture
  entree: Entree
  liaison: Liaison
  recevoir: Liaison['recevoir']
} {
  const { commentaires, contexte } = formulaire
  const calcul = ouvrirCalcul(mc, formulaire.donnees, contexte, { commentaires })
  const attente = creerAttente()
  const noyau: NoyauSaisi = { ...creerNoyau(mc, calcul, formulaire), calcul, attente }
  const reliquat = carnet.lire()
  const serveur = serveurVu(formulaire, reliquat)
  const enregistreur = creerEnregistreur({
    attente,
    envoyer: (lot) => envoyerLot(noyau, serveur, reseau, lot),
  })
  let retrouvees = reliquat !== null
  const noter = () => {
    const reste = releverReliquat(noyau, serveur.version)
    if (reste === null) retrouvees = false
    carnet.ecrire(reste)
  }
  // Once a lot is settled, the notebook keeps what is left: nothing, when all is saved.
  enregistreur.abonner(() => {
    const { sorte } = enregistreur.lire()
    if (sorte !== 'attente' && sorte !== 'envoi') noter()
  })
  if (reliquat) rejouer(noyau, reliquat, contexte)
  const lecture = ouvrirLecture(noyau, formulaire)
  if (!attente.estVide()) enregistreur.signaler()
  const entree = {
    ...gestes({
      noyau,
      lecture,
      formulaire,
      faire: changer(enregistreur, prevoirNote(carnet, noter)),
    }),
    examiner: (textes: Textes, virgule: boolean) =>
      examinerTextes(noyau, textes, contexte, virgule),
    comparer: (textes: Textes, dites: Textes) => comparerFermees(noyau, textes, dites, contexte),
    enregistrement: enregistreur.lire,
    abonnerEnregistrement: enregistreur.abonner,
    retrouvees: () => retrouvees,
    version: () => serveur.version,
    vider: enregistreur.vider,
  }
  const liaison = lier({ noyau, contexte, serveur, enregistreur, noter })
  return { lecture, entree, liaison, recevoir: liaison.recevoir }
}

/** What is left of an earlier visit was typed over the version seen then. */
function serveurVu(formulaire: Formulaire, reliquat: Reliquat | null): Serveur {
  const { version, donnees } = formulaire
  const vue = Math.min(reliquat?.version ?? version, version)
  // What those cells held then is not known: equal to nothing, until they are settled.
  const laissees = vue < version ? Object.keys(reliquat?.textes ?? {}) : []
  const base = { ...donnees, ...Object.fromEntries(laissees.map((cle) => [cle, Number.NaN])) }
  return { version: vue, base, donnees, dernier: formulaire }
}

/** Milliseconds without a change before it is written in the browser. */
const DELAI_CARNET = 150
/** Milliseconds by which it may lag behind who never stops: a second holds the disk as well. */
const DELAI_CARNET_MAX = 500

/** Writes in the notebook soon after what is typed, and not at each key of who types fast. */
function prevoirNote(carnet: Carnet, noter: () => void): () => void {
  let minuterie: ReturnType<typeof setTimeout> | undefined
  let due: number | null = null
  return () => {
    carnet.entamer()
    const maintenant = performance.now()
    due ??= maintenant + DELAI_CARNET_MAX
    clearTimeout(minuterie)
    minuterie = setTimeout(
      () => {
        due = null
        noter()
      },
      Math.min(DELAI_CARNET, due - maintenant),
    )
  }
}

function changer(enregistreur: Enregistreur, prevoir: () => void): (geste: () => void) => void {
  return (geste) => {
    geste()
    enregistreur.signaler()
    prevoir()
  }
}

type Appui = {
  noyau: NoyauSaisi
  lecture: Lecture
  formulaire: Depart['formulaire']
  /** Does what it is given, then sees to it that it is saved. */
  faire: (geste: () => void) => void
}

function gestes(appui: Appui): Gestes {
  const { noyau, formulaire, faire } = appui
  const { contexte } = formulaire
  const annulation = creerAnnulation(noyau, contexte)
  const poser: Gestes['poser'] = (textes) =>
    faire(() =>
      annulation.suivre(
        textes.map(([adresse]) => adresse),
        () => {
          saisirTextes(noyau, textes, contexte)
          for (const [adresse] of textes) quitterCellule(noyau, adresse)
        },
      ),
    )
  return {
    taper: (adresse, texte) =>
      faire(() =>
        annulation.taper(adresse, () => saisirTextes(noyau, [[adresse, texte]], contexte)),
      ),
    quitter: (adresse) => {
      annulation.quitter()
      quitterCellule(noyau, adresse)
    },
    surprendre: (adresse) => void noyau.surprises.add(adresse),
    poser,
    reprendre: reprendreDe(appui, poser),
    commenter: (adresse, texte) => faire(() => commenterCellule(noyau, adresse, texte)),
    justifier: (cle, texte) => faire(() => justifierControle(noyau, cle, texte)),
    mettreAZero: (section) => {
      const vides = casesVides(noyau, section)
      poser(vides.map((adresse) => [adresse, '0'] as const))
      return vides.length
    },
    ajouterLigne: (section) => ouvrirLigne(noyau, section),
    supprimerLigne: (section, ligne) =>
      faire(() =>
        annulation.suivre(adressesDe(noyau, section, ligne), () =>
          fermerLigne(noyau, section, ligne, contexte),
        ),
      ),
    ...retours(appui, annulation),
  }
}

function reprendreDe({ noyau, lecture, formulaire }: Appui, poser: Gestes['poser']) {
  const donnees = formulaire.precedent?.donnees ?? {}
  return (adresse: string) => {
    const cellule = trouverCellule(noyau, adresse)
    const valeur = lecture.precedent(adresse) === null ? undefined : donnees[adresse]
    if (cellule && valeur !== undefined) poser([[adresse, texteChamp(cellule, valeur)]])
  }
}

/** Back and forth over the gestures: each is a change like another, to be saved. */
function retours(
  { faire }: Appui,
  annulation: Annulation,
): Pick<Gestes, 'annuler' | 'refaire' | 'abandonner'> {
  const passer = (agir: () => Retour | null) => () => {
    let retour: Retour | null = null
    faire(() => {
      retour = agir()
    })
    return retour
  }
  return {
    annuler: passer(annulation.annuler),
    refaire: passer(annulation.refaire),
    abandonner: (adresse) => faire(() => annulation.abandonner(adresse)),
  }
}

type Montage = {
  noyau: NoyauSaisi
  contexte: Contexte
  serveur: Serveur
  enregistreur: Enregistreur
  noter: () => void
}

function lier({ noyau, contexte, serveur, enregistreur, noter }: Montage): Liaison {
  return {
    recevoir: (formulaire) => recevoir(noyau, serveur, formulaire),
    suivreCarnet: (ecrit) => adopter(noyau, ecrit, contexte),
    trancher: (leurs) => {
      for (const adresse of leurs) {
        noyau.attente.retirer('donnees', adresse)
        noyau.textes.delete(adresse)
      }
      appliquer(
        noyau,
        Object.fromEntries(leurs.map((adresse) => [adresse, serveur.donnees[adresse] ?? null])),
      )
      if (serveur.choix) {
        serveur.version = serveur.choix.version
        serveur.base = serveur.choix.donnees
      }
      noter()
      return enregistreur.reprendre('choix')
    },
    retenter: () => enregistreur.reprendre('reseau'),
    nonEnregistre: () => !noyau.attente.estVide(),
    noter,
    demarrer: enregistreur.demarrer,
    suspendre: () => {
      noter()
      enregistreur.arreter()
    },
    fermer: () => {
      noter()
      // Leaving the page sends what waits; what cannot be sent is in the browser's notebook.
      const fin = enregistreur.vider()
      enregistreur.arreter()
      return fin
    },
  }
}
