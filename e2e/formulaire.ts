import { expect, type Locator, type Page } from '@playwright/test'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees, SectionMatrice } from '@releve/contract/modele/modele.schema.ts'
import {
  avecDe,
  isoDe,
  libellePeriode,
  MOIS,
  nbJours,
  type Periode,
  periodeDe,
  rangDe,
} from '@releve/contract/mois.ts'
import { type CodeModele, exempleCoherent } from '../server/seed/exemple.ts'
import { STRUCTURES } from '../server/seed/structures.ts'
import { seatedOf } from './gens.ts'

const maintenant = new Date()
const RANG = maintenant.getUTCFullYear() * 12 + maintenant.getUTCMonth()

/** The month that runs, for which the demonstration leaves most forms to be started. */
export const MOIS_COURANT = periodeDe(RANG)
export const MOIS_PRECEDENT = periodeDe(RANG - 1)
/** The year of the annuaire that the demonstration publishes: the last whose months all are. */
export const ANNEE_PUBLIEE = Math.floor((RANG - 2) / 12) - 1
/** « mars 2025 » */
export const PERIODE = libellePeriode(MOIS_COURANT)
/** « de mars 2025 », « d’avril 2025 » */
export const DE_PERIODE = avecDe(PERIODE)
/** Whether submitting that month asks to confirm: not from its last day on, which may begin meanwhile. */
export function avantLaFin(): boolean {
  const { mois, annee } = MOIS_COURANT
  return Date.now() < Date.UTC(annee, MOIS.indexOf(mois), nbJours(MOIS_COURANT))
}

/** The number of a form: `RMA-CAU-R01-01-202503`. */
export function numeroDe(modele: string, structure: string, periode: Periode = MOIS_COURANT) {
  return `${modele}-${structure}-${isoDe(periode).replace('-', '')}`
}

/** What says who is signed in on this page: what the site keeps, else whom it was opened for. */
async function entetesDe(page: Page) {
  const visite = page.url().startsWith('http')
  const garde =
    visite && (await page.evaluate<string | null>(`localStorage.getItem('accessToken')`))
  return { Authorization: `Bearer ${garde || seatedOf(page)}` }
}

/** A call to the API with the token of whoever is signed in on this page. */
async function demander(page: Page, methode: string, chemin: string, data?: unknown) {
  return page.request.fetch(`/api${chemin}`, {
    method: methode,
    headers: await entetesDe(page),
    ...(data !== undefined && { data }),
  })
}

type Televerse = { name: string; mimeType: string; buffer: Buffer }

async function appeler<T>(...appel: Parameters<typeof demander>): Promise<T> {
  const reponse = await demander(...appel)
  expect(reponse.ok(), `${appel[1]} ${appel[2]}: ${await reponse.text()}`).toBe(true)
  return (reponse.status() === 204 ? undefined : await reponse.json()) as T
}

/** Starts the form of a structure for the month that runs, by HTTP, unless it is started. */
export async function commencer(page: Page, modele: string, structure: string) {
  const { mois, annee } = MOIS_COURANT
  const chemin = `/formulaire/enregistrer/${mois}/${annee}`
  const reponse = await demander(page, 'POST', chemin, { modele, structure })
  expect([200, 201, 409], await reponse.text()).toContain(reponse.status())
  return lire(page, numeroDe(modele, structure))
}

export const lire = (page: Page, numero: string) =>
  appeler<Formulaire>(page, 'GET', `/formulaire/lire/${numero}`)

type Textes = { commentaires?: Record<string, string> }

/** Saves cells by HTTP, as another tab or another person would. */
export async function modifier(
  page: Page,
  numero: string,
  donnees: Record<string, unknown>,
  textes: Textes = {},
) {
  const { version } = await lire(page, numero)
  await appeler(page, 'PUT', '/formulaire/modifier', { numero, version, donnees, ...textes })
}

/** Attaches a file by HTTP, as another person would. */
export async function joindre(page: Page, numero: string, file: Televerse) {
  const headers = await entetesDe(page)
  const multipart = { typeDocument: 'JUSTIF', numero, file }
  const reponse = await page.request.post('/api/documents/upload', { headers, multipart })
  expect(reponse.ok(), await reponse.text()).toBe(true)
}

/** Sends a form back by HTTP, as another person would. */
export async function renvoyer(page: Page, numero: string) {
  const { id, version } = await lire(page, numero)
  const motif = 'motif=INCOHERENCE&texte=Entr%C3%A9es'
  await appeler(page, 'GET', `/formulaire/renvoyer/${id}?version=${version}&${motif}`)
}

/** Submits a form by HTTP, as another person would. */
export async function soumettre(page: Page, numero: string) {
  const { id, version } = await lire(page, numero)
  await appeler(page, 'GET', `/formulaire/soumettre/${id}?version=${version}&confirme=true`)
}

/** Approves, or publishes, a form by HTTP, as another person would. */
export async function avancer(page: Page, numero: string, acte: 'approuver' | 'diffuser') {
  const { id, version } = await lire(page, numero)
  await appeler(page, 'GET', `/formulaire/${acte}/${id}?version=${version}`)
}

/** Forces the state of a form by HTTP, as the DPPS would. */
export async function forcer(page: Page, numero: string, etat: string) {
  const { version } = await lire(page, numero)
  const motif = 'motif=INCOHERENCE&texte=Entr%C3%A9es'
  const chemin = `/formulaire/changerEtat/${numero}/${etat}?version=${version}&${motif}`
  await appeler(page, 'GET', chemin)
}

/** Ends, on the server, the session of whoever is signed in on this page. */
export const fermerSession = (page: Page) => appeler(page, 'POST', '/utilisateur/deconnexion')

/** A whole month on which no control fires, after the month that the form knows as the previous. */
export function moisCoherent(
  modele: CodeModele,
  code: string,
  { precedent, mois, annee }: Formulaire,
) {
  const structure = STRUCTURES.find((semee) => semee.code === code)
  return exempleCoherent(modele, {
    structure,
    periode: { mois, annee },
    precedent: precedent?.donnees ?? null,
    graine: rangDe({ mois, annee }),
  })
}

const echapper = (texte: string) => texte.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The field of a matrix at this row and column, as a screen reader names it. */
export function caseDe(page: Page, ligne: string, colonne: string): Locator {
  const nom = new RegExp(`^${echapper(ligne)} (.* )?${echapper(colonne)}( en [^ ]+)?$`)
  return page.getByRole('textbox', { name: nom })
}

/** The report's menu of what is asked for now and then. */
export const menuPlus = (page: Page) =>
  page.getByRole('button', { name: 'Plus d’actions sur ce rapport' })

/** A choice of that menu. */
export async function choisirPlus(page: Page, nom: string) {
  await menuPlus(page).click()
  await page.getByRole('menuitem', { name: nom, exact: true }).click()
}

/** Turns on or off a way of looking at the report. */
export async function changerVue(page: Page, nom: RegExp | string) {
  await page.getByRole('button', { name: 'Affichage du rapport' }).click()
  await page.getByRole('menuitemcheckbox', { name: nom }).click()
}

/** The last word of the bar on what is saved. */
export const etatEnregistrement = (page: Page) =>
  page.getByRole('region', { name: 'État du rapport' }).getByRole('status')

export async function attendreEnregistrement(page: Page) {
  await expect(etatEnregistrement(page)).toHaveText(/^Enregistré à \d\d:\d\d$/)
}

/** By the keyboard: what still comes as a report opens may move a tab from under the mouse. */
export async function allerSection(page: Page, libelle: string) {
  await page.getByRole('tab', { name: new RegExp(`(^|, )${echapper(libelle)}$`) }).press('Enter')
  await expect(page.getByRole('heading', { name: libelle, level: 2 })).toBeVisible()
}

/** A matrix as a spreadsheet copies it: rows by newlines, cells by tabs, computed ones blank. */
export function blocDe({ code, lignes, colonnes }: SectionMatrice, donnees: Donnees): string {
  const adresse = (ligne: string, colonne: string) => `${code}.${ligne}.${colonne}`
  return lignes
    .map((ligne) => colonnes.map((c) => donnees[adresse(ligne.code, c.code)] ?? '').join('\t'))
    .join('\n')
}

/** Pastes a text where the focus is, through the real clipboard. */
export async function coller(page: Page, texte: string) {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(texte)})`)
  await page.keyboard.press('ControlOrMeta+v')
}

export function matriceDe({ definition }: Formulaire, code: string): SectionMatrice {
  const section = definition?.sections.find((candidate) => candidate.code === code)
  if (section?.type !== 'matrice') throw new Error(`${code} n'est pas une matrice`)
  return section
}

/**
 * What stands in a base of the browser: its keys, and its values as texts, sealed ones by their
 * kind.
 * Nothing where there is none: the page may delete it meanwhile, and to open it would then make it
 * anew, empty, before the site does.
 */
export const lireBase = (page: Page, nom: string, rayon: string) =>
  page.evaluate<[string, string][]>(`(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === '${nom}')) return []
    const base = await new Promise((rendre) => {
      const demande = indexedDB.open('${nom}')
      demande.onupgradeneeded = () => demande.transaction.abort()
      demande.onsuccess = () => rendre(demande.result)
      demande.onerror = () => rendre(null)
    })
    if (!base) return []
    const demander = (quoi) =>
      new Promise((rendre) => {
        const demande = base.transaction('${rayon}').objectStore('${rayon}')[quoi]()
        demande.onsuccess = () => rendre(demande.result)
      })
    const [cles, valeurs] = [await demander('getAllKeys'), await demander('getAll')]
    base.close()
    const texteDe = (valeur) => (typeof valeur === 'string' ? valeur : 'scellé')
    return cles.map((cle, rang) => [cle, texteDe(valeurs[rang])])
  })()`)
/** What is typed and not sent yet, as this browser keeps it. */
export const lireCarnets = (page: Page) => lireBase(page, 'releve-saisie', 'carnets')
