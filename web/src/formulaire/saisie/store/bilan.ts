import type { Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { justificationValable } from '@releve/contract/modele/justification.ts'
import type { Controle } from '@releve/contract/modele/modele.schema.ts'
import { textesSaisie } from '../saisie.textes.ts'
import type { Attente } from './attente.ts'
import type { Chiffres } from './chiffres.ts'
import type { Bilan, BilanSection, Probleme } from './client.ts'

/** A justification as written, and the message it answers: another message asks for it anew. */
export type Justification = { texte: string; message: string | null }

type Releve = {
  mc: ModeleCompile
  calcul: Chiffres
  resultats: readonly Controle[]
  /** Cells whose text is no value, or that the server refused: why, by address. */
  fautes: ReadonlyMap<string, string>
  justifications: ReadonlyMap<string, Justification>
  remarques: ReadonlyMap<string, readonly Remarque[]>
  renvoye: boolean
  changees: ReadonlyMap<string, unknown>
  /** Where figures are entered. */
  attente?: Pick<Attente, 'contient'>
}

/** Whether a remark on this cell waits still; what changed in it here answers it. */
export const estATraiter = (
  { remarques, attente }: Pick<Releve, 'remarques' | 'attente'>,
  adresse: string,
): boolean =>
  (remarques.get(adresse) ?? []).some(({ statut }) => statut === 'OUVERTE') &&
  !attente?.contient('donnees', adresse)

const estJustifiee = (dit: Justification | undefined, message: string) =>
  dit !== undefined && dit.message === message && justificationValable(dit.texte)

/** Every cell of a form, those of the rows that exist included, in the order of the screen. */
export function* parcourir(mc: ModeleCompile, calcul: Chiffres): Generator<[string, Cellule]> {
  for (const partie of mc.parcours) {
    if ('places' in partie)
      for (const { adresse, cellule } of partie.places) yield [adresse, cellule]
    else
      for (const ligne of calcul.lignes(partie.tableau.code))
        for (const cellule of partie.tableau.colonnes)
          yield [`${partie.tableau.code}.${ligne}.${cellule.colonne}`, cellule]
  }
}

/** The cells where something waits, in the order of the screen: of a control, where a click leads. */
export function casesARevoir(
  mc: ModeleCompile,
  calcul: Chiffres,
  problemes: readonly Probleme[],
): string[] {
  const visees = new Set(
    problemes
      .filter(({ sorte, justification }) => justification?.attendue ?? sorte !== 'INFO')
      .flatMap(({ sorte, cellules }) => (sorte === 'manquante' ? cellules : cellules.slice(0, 1))),
  )
  return [...parcourir(mc, calcul)].flatMap(([adresse]) => (visees.has(adresse) ? [adresse] : []))
}

const RIEN: BilanSection = {
  requises: 0,
  remplies: 0,
  erreurs: 0,
  avertissements: 0,
  remarques: 0,
  changees: 0,
}

/** What is filled, what is wrong and what waits for a word, for the form and for each section. */
export function dresserBilan(releve: Releve): Bilan {
  const { mc, calcul, fautes } = releve
  const sections = new Map<string, BilanSection>()
  for (const { code } of mc.modele.sections) sections.set(code, { ...RIEN })
  for (const adresse of releve.changees.keys()) {
    const section = sections.get(sectionDe(mc, adresse))
    if (section) section.changees += 1
  }
  const problemes: Probleme[] = []
  const vides = new Map<string, string[]>()
  for (const [adresse, cellule] of parcourir(mc, calcul)) {
    const section = sections.get(cellule.section)
    const faute = fautes.get(adresse)
    if (faute !== undefined) problemes.push(probleme('invalide', adresse, cellule, faute))
    if (section && calcul.requise(adresse)) {
      section.requises += 1
      if (calcul.valeur(adresse) !== null) section.remplies += 1
      else if (faute === undefined) ranger(vides, cellule.section, adresse)
    }
    problemes.push(...aTraiterDe(releve, adresse, cellule))
    if (calcul.commentaireRequis(adresse) && calcul.motifManquant(adresse) === 'COMMENTAIRE')
      problemes.push(
        probleme(
          'commentaire',
          adresse,
          cellule,
          textesSaisie.controles.commentaireRequis(cellule.libelle),
        ),
      )
  }
  for (const controle of releve.resultats) problemes.push(depuisControle(controle, releve))
  for (const [code, adresses] of vides) problemes.push(manquantes(mc, code, adresses))
  return compter(problemes, sections)
}

/** The remarks that a structure must close, each in its line. */
function aTraiterDe(releve: Releve, adresse: string, cellule: Cellule): Probleme[] {
  const { renvoye, attente, remarques } = releve
  if (!renvoye || !attente || !estATraiter(releve, adresse)) return []
  return (remarques.get(adresse) ?? []).flatMap(({ id, statut, texte }) =>
    statut === 'OUVERTE'
      ? { ...probleme('remarque', adresse, cellule, texte), cle: `remarque:${id}` }
      : [],
  )
}

function probleme(
  sorte: 'invalide' | 'commentaire' | 'remarque',
  adresse: string,
  cellule: Cellule,
  message: string,
): Probleme {
  const dit =
    sorte === 'commentaire' ? message : textesSaisie.controles.faute(cellule.libelle, message)
  return {
    cle: `${sorte}:${adresse}`,
    sorte,
    sections: [cellule.section],
    cellules: [adresse],
    message: dit,
  }
}

function manquantes(mc: ModeleCompile, code: string, adresses: string[]): Probleme {
  const libelle = mc.modele.sections.find((section) => section.code === code)?.libelle ?? code
  return {
    cle: `manquante:${code}`,
    sorte: 'manquante',
    sections: [code],
    cellules: adresses,
    message: textesSaisie.controles.manquantes(libelle, adresses.length),
  }
}

function depuisControle(controle: Controle, { mc, justifications }: Releve): Probleme {
  const { cle, niveau, cellules, message } = controle
  // One that reads no cell of the screen is told under the first section.
  const lues = cellules.length > 0 ? cellules : [undefined]
  const sections = [...new Set(lues.map((adresse) => sectionDe(mc, adresse)))]
  if (niveau !== 'AVERTISSEMENT') return { cle, sorte: niveau, sections, cellules, message }
  const dit = justifications.get(cle)
  const attendue = !estJustifiee(dit, message)
  const justification = {
    cle,
    texte: dit?.texte ?? '',
    attendue,
    // Written for other figures: still shown, so that nothing is typed twice.
    perimee: dit !== undefined && dit.texte.trim() !== '' && dit.message !== message,
  }
  return { cle, sorte: niveau, sections, cellules, message, justification }
}

function sectionDe(mc: ModeleCompile, adresse: string | undefined): string {
  const section = adresse === undefined ? undefined : mc.cellules.get(adresse)?.section
  return section ?? adresse?.split('.')[0] ?? mc.modele.sections[0]?.code ?? ''
}

function ranger(carte: Map<string, string[]>, cle: string, valeur: string) {
  const liste = carte.get(cle)
  if (liste) liste.push(valeur)
  else carte.set(cle, [valeur])
}

/**
 * Problems that did not change keep their identity: their lines are not rendered again. Theirs are
 * plain data, written by the functions above in the same order: their JSON tells them apart.
 */
export function garderIdentites(avant: Bilan, apres: Bilan): Bilan {
  const connus = new Map(avant.problemes.map((connu) => [connu.cle, connu]))
  const problemes = apres.problemes.map((nouveau) => {
    const connu = connus.get(nouveau.cle)
    return connu && JSON.stringify(connu) === JSON.stringify(nouveau) ? connu : nouveau
  })
  return { ...apres, problemes }
}

function compter(problemes: readonly Probleme[], sections: Map<string, BilanSection>): Bilan {
  let erreurs = 0
  let aJustifier = 0
  let aTraiter = 0
  for (const { sorte, sections: siennes, justification } of problemes) {
    const comptes = siennes.flatMap((section) => sections.get(section) ?? [])
    if (justification?.attendue) {
      aJustifier += 1
      for (const compte of comptes) compte.avertissements += 1
    } else if (sorte === 'remarque') {
      aTraiter += 1
      for (const compte of comptes) compte.remarques += 1
    } else if (sorte === 'invalide' || sorte === 'commentaire' || sorte === 'BLOQUANT') {
      erreurs += 1
      for (const compte of comptes) compte.erreurs += 1
    }
  }
  const total = (cle: 'requises' | 'remplies') =>
    [...sections.values()].reduce((somme, section) => somme + section[cle], 0)
  const vides = problemes.filter(({ sorte }) => sorte === 'manquante').length
  return {
    problemes,
    sections,
    requises: total('requises'),
    remplies: total('remplies'),
    erreurs,
    aTraiter,
    bloquants: erreurs + vides + aTraiter,
    aJustifier,
  }
}
