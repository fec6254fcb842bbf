import { LIBELLES_ACTES } from '@releve/contract/formulaire/historique.ts'
import type { Rupture, SuiteRecepisse } from '@releve/contract/formulaire/recepisse.schema.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import type { Db } from '../platform/route.ts'
import { findFormulaire } from './formulaire.sql.ts'
import {
  type Contenu,
  canoniser,
  empreinteDe,
  jalonDe,
  maillonDe,
  ORIGINE,
  zContenu,
} from './recepisse.chaine.ts'
import {
  type ActeGarde,
  type FormulaireRecu,
  listChaines,
  listFormulairesRecus,
  type RecepisseGarde,
} from './recepisse.sql.ts'

/** A receipt that says what it said, with its fingerprint. */
export type RecepisseLu = { contenu: Contenu; texte: string; empreinte: string }

const DITS = {
  acteChange: (rang: number, acte: string) =>
    `L’acte nᵒ\u00a0${rang} de l’historique (${acte}) n’est plus celui d’alors, ou un acte a été ajouté ou retiré avant lui.`,
  actesManquent: 'Les derniers actes que les récépissés attestent ne sont plus dans l’historique.',
  acteManque: (rang: number) =>
    `Un acte manque ou s’ajoute à l’historique, à la place nᵒ\u00a0${rang}.`,
  recepisseChange: (rang: number) =>
    `Le récépissé nᵒ\u00a0${rang} n’est plus celui qui a été délivré.`,
  recepisseManque: (rang: number) => `Le récépissé nᵒ\u00a0${rang} manque.`,
  valeurs: (cases: string) =>
    `Des valeurs ne sont plus celles que l’historique donne\u00a0: ${cases}.`,
  textes: 'Des commentaires ou des justifications ne sont plus ceux que l’historique donne.',
}

const libelleActe = ({ action }: ActeGarde) => LIBELLES_ACTES[action] ?? action

function lireContenu(texte: string): Contenu | undefined {
  try {
    return zContenu.safeParse(JSON.parse(texte)).data
  } catch {
    return undefined
  }
}

const rompu = (rang: number, libelle: string, le: string | null = null): Rupture => ({
  sorte: 'RECEPISSE',
  rang,
  le,
  libelle,
})

/** Each receipt by itself: it is the next one, says what its fingerprint says, and follows the one before. */
function lireRecepisses(gardes: readonly RecepisseGarde[]): RecepisseLu[] | Rupture {
  const lus: RecepisseLu[] = []
  for (const [avant, { rang, code, contenu: texte, empreinte }] of gardes.entries()) {
    if (rang !== avant + 1) return rompu(avant + 1, DITS.recepisseManque(avant + 1))
    const contenu = empreinteDe(texte).equals(empreinte) ? lireContenu(texte) : undefined
    const juste =
      contenu?.soumission === rang &&
      contenu.code === code &&
      contenu.precedent === (lus.at(-1)?.empreinte ?? null)
    if (!juste) return rompu(rang, DITS.recepisseChange(rang))
    lus.push({ contenu, texte, empreinte: empreinte.toString('hex') })
  }
  return lus
}

/** The acts one after the other, under the receipts that tell them. */
function suivreActes(actes: readonly ActeGarde[], recepisses: readonly RecepisseLu[]) {
  let maillon = ORIGINE
  let attendu = 0
  let place = 0
  for (const [avant, acte] of actes.entries()) {
    const recepisse = recepisses[attendu]
    const rupture = { sorte: 'ACTE', rang: avant + 1, le: acte.le } as const
    if (!recepisse) {
      if (acte.recepisse) return rompu(attendu + 1, DITS.recepisseManque(attendu + 1), acte.le)
      continue
    }
    maillon = maillonDe(maillon, sansRecepisse(acte))
    const { contenu, empreinte } = recepisse
    if (contenu.actes[place] !== jalonDe(maillon)) {
      return { ...rupture, libelle: DITS.acteChange(avant + 1, libelleActe(acte)) }
    }
    place += 1
    const dernier = place === contenu.actes.length
    if ((acte.recepisse?.toString('hex') ?? null) !== (dernier ? empreinte : null)) {
      return rompu(attendu + 1, DITS.recepisseChange(attendu + 1), acte.le)
    }
    if (!dernier) continue
    if (contenu.historique !== maillon) {
      return { ...rupture, libelle: DITS.acteChange(avant + 1, libelleActe(acte)) }
    }
    attendu += 1
    place = 0
  }
  if (attendu === recepisses.length) return null
  const rang = actes.length + 1
  return { sorte: 'ACTE', rang, le: null, libelle: DITS.actesManquent } as const
}

const sansRecepisse = ({ recepisse: _recepisse, ...acte }: ActeGarde) => acte

/**
 * Acts since the last receipt are in no chain yet: all that can be checked is that their versions
 * follow one another.
 */
function verifierVersions(
  f: FormulaireRecu,
  actes: readonly ActeGarde[],
  depuis: number,
): Rupture | null {
  const premier = actes[depuis]
  if (!premier) return null
  const faux = actes.findIndex(
    ({ version }, rang) => rang > depuis && version !== premier.version + rang - depuis,
  )
  const derniere = actes.at(-1)?.version ?? 0
  if (faux < 0 && derniere === f.version) return null
  const bout = derniere > f.version ? actes.length - 1 : actes.length
  const rang = faux < 0 ? bout : faux
  return {
    sorte: 'ACTE',
    rang: rang + 1,
    le: actes[rang]?.le ?? null,
    libelle: DITS.acteManque(rang + 1),
  }
}

/** The entered cells alone: the others are computed from them. */
const saisies = (compile: ModeleCompile, donnees: Donnees) =>
  new Map(Object.entries(donnees).filter(([adresse]) => !celluleDe(compile, adresse)?.calculee))

const differences = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>) =>
  [...new Set([...a.keys(), ...b.keys()])].filter((cle) => a.get(cle) !== b.get(cle))

/** A publication restored: its texts are told by no act. */
const estRestauration = ({ action, vers }: ActeGarde) =>
  action === 'changerEtat' && vers === 'DIFFUSE'

/** What the record makes of a receipt's values, against what the form holds. */
function verifierValeurs(
  f: FormulaireRecu,
  compile: ModeleCompile,
  { contenu }: RecepisseLu,
  suite: readonly ActeGarde[],
): Rupture | null {
  const actuelles = f.donnees.lire()
  const rejouees = saisies(compile, contenu.valeurs)
  for (const { cellules } of suite) {
    for (const { cellule, apres } of cellules) {
      if (apres === null) rejouees.delete(cellule)
      else rejouees.set(cellule, apres)
    }
  }
  // Only some acts compute values again, and their line says so; after any other, values are as
  // received.
  const intact = !suite.some((acte) => acte.action === 'modifier' || estRestauration(acte))
  const fausses = intact
    ? differences(new Map(Object.entries(contenu.valeurs)), new Map(Object.entries(actuelles)))
    : differences(rejouees, saisies(compile, actuelles))
  const textes = suite.some(estRestauration) || textesEgaux(f, contenu, suite)
  if (fausses.length === 0 && textes) return null
  const noms = fausses.slice(0, 5).map((adresse) => celluleDe(compile, adresse)?.libelle ?? adresse)
  const plus = fausses.length > noms.length ? ['…'] : []
  const cases = noms.length > 0 ? [DITS.valeurs([...noms, ...plus].join(', '))] : []
  const libelle = [...cases, ...(textes ? [] : [DITS.textes])].join(' ')
  return { sorte: 'VALEURS', rang: null, le: null, libelle }
}

function textesEgaux(f: FormulaireRecu, contenu: Contenu, suite: readonly ActeGarde[]): boolean {
  const certifie = { COMMENTAIRE: 'commentaires', JUSTIFICATION: 'justifications' } as const
  return Object.entries(certifie).every(([voulue, nom]) => {
    const rejoues = new Map(Object.entries(contenu[nom]))
    // Remarks, and what is answered to them, are no part of what was submitted.
    for (const { sorte, cle, apres } of suite.flatMap(({ textes }) => textes)) {
      if (sorte !== voulue) continue
      if (apres === null) rejoues.delete(cle)
      else rejoues.set(cle, apres)
    }
    return differences(rejoues, new Map(Object.entries(f[nom]))).length === 0
  })
}

/** Whether the form still says, of what is entered, what this receipt says. */
function ditEncore(f: FormulaireRecu, compile: ModeleCompile, { contenu }: RecepisseLu): boolean {
  const egales = differences(saisies(compile, contenu.valeurs), saisies(compile, f.donnees.lire()))
  const textes = [contenu.commentaires, contenu.justifications]
  return egales.length === 0 && canoniser(textes) === canoniser([f.commentaires, f.justifications])
}

export type Examen = {
  /** Those that can be read, the oldest first. */
  recepisses: (RecepisseLu & { suite: SuiteRecepisse })[]
  rupture: Rupture | null
}

/** How many acts may come between the readings of one examination. */
const ESSAIS = 5

/**
 * Works out anew all that the receipts of a form certify: the receipts, the acts they tell, and the
 * values that the acts since make of those received. It reads in several statements: what an act
 * written meanwhile seems to have broken is read again.
 */
export async function examinerRecepisses(db: Db, f: FormulaireRecu, essai = 1): Promise<Examen> {
  const examen = await juger(db, f, await listChaines(db, [f.id]))
  const relu = examen.rupture && (await findFormulaire(db, { id: f.id }))
  if (!relu || relu.version === f.version || essai === ESSAIS) return examen
  return examinerRecepisses(db, relu, essai + 1)
}

type Chaines = Awaited<ReturnType<typeof listChaines>>

/** Models are kept in memory: beside the first of its model, a form costs no statement here. */
async function juger(db: Db, f: FormulaireRecu, chaines: Chaines): Promise<Examen> {
  const { recepisses: gardes, actes } = chaines.get(f.id) ?? { recepisses: [], actes: [] }
  const { compile } = await findModeleCompile(db, f.modeleId)
  const juges = lireRecepisses(gardes)
  const lus = Array.isArray(juges) ? juges : lisibles(gardes)
  const rupture = Array.isArray(juges) ? findRupture(f, compile, actes, juges) : juges
  const suiteDe = (lu: RecepisseLu): SuiteRecepisse => {
    if (rupture) return 'ALTERE'
    if (lu !== lus.at(-1)) return 'REMPLACE'
    return ditEncore(f, compile, lu) ? 'ACTUEL' : 'MODIFIE'
  }
  return { recepisses: lus.map((lu) => ({ ...lu, suite: suiteDe(lu) })), rupture }
}

/** Where the chain is broken, what can still be read. */
const lisibles = (gardes: readonly RecepisseGarde[]): RecepisseLu[] =>
  gardes.flatMap(({ contenu: texte, empreinte }) => {
    const contenu = lireContenu(texte)
    return contenu ? [{ contenu, texte, empreinte: empreinte.toString('hex') }] : []
  })

function findRupture(
  f: FormulaireRecu,
  compile: ModeleCompile,
  actes: readonly ActeGarde[],
  recepisses: readonly RecepisseLu[],
): Rupture | null {
  const dernier = recepisses.at(-1)
  const casse = suivreActes(actes, recepisses)
  if (casse || !dernier) return casse
  const soumis = actes.findLastIndex(({ recepisse }) => recepisse !== null)
  return (
    verifierVersions(f, actes, soumis) ??
    verifierValeurs(f, compile, dernier, actes.slice(soumis + 1))
  )
}

/** How many forms are read together, some 20 KB each: of all of them only one lot is in memory. */
const LOT = 50

/** Every form whose receipts no longer hold, with what says so. */
export async function listRuptures(
  db: Db,
  taille = LOT,
): Promise<{ examines: number; ruptures: { numero: string; libelle: string }[] }> {
  const ruptures: { numero: string; libelle: string }[] = []
  let examines = 0
  let lot = await listFormulairesRecus(db, { apres: 0, taille })
  while (lot.length > 0) {
    const ids = lot.map(({ id }) => id)
    const chaines = await listChaines(db, ids)
    for (const f of lot) {
      if (!(await juger(db, f, chaines)).rupture) continue
      // By itself: an act may have come between the readings of its lot.
      const { rupture } = await examinerRecepisses(db, f)
      if (rupture) ruptures.push({ numero: f.numero, libelle: rupture.libelle })
    }
    examines += lot.length
    const apres = lot.at(-1)?.id ?? 0
    lot = lot.length < taille ? [] : await listFormulairesRecus(db, { apres, taille })
  }
  return { examines, ruptures }
}
