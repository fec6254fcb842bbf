import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import { lireAutresMois } from './autresMois.ts'
import { grouper } from './noyau.ts'
import type { Bilan, EtatCellule, Probleme, Saisie } from './saisie.types.ts'
import { texteLecture } from './texte.ts'

const jamais = () => () => undefined
const rien = () => undefined

/** A form that is read only: the figures and controls that the server answered, nothing computed. */
export function ouvrirLecture(formulaire: Formulaire, mc: ModeleCompile): Saisie {
  const { donnees } = formulaire
  const trouver = (adresse: string) => celluleDe(mc, adresse) ?? undefined
  const vues = new Map<string, EtatCellule>()
  const lignes = lireLignes(formulaire, mc)
  const bilan = lireBilan(formulaire, trouver)
  let active: string | null = null
  const rappels = new Set<() => void>()
  return {
    modele: mc.modele,
    ouverte: false,
    celluleDe: trouver,
    lire: (adresse) => {
      const vue = vues.get(adresse) ?? lireCellule(formulaire, adresse, trouver)
      vues.set(adresse, vue)
      return vue
    },
    abonner: jamais,
    lignes: (section) => lignes.get(section) ?? AUCUNE,
    abonnerLignes: jamais,
    lireBilan: () => bilan,
    abonnerBilan: jamais,
    ...lireAutresMois(formulaire, trouver),
    taper: rien,
    quitter: rien,
    poser: rien,
    reprendre: rien,
    commenter: rien,
    justifier: rien,
    mettreAZero: () => 0,
    ajouterLigne: () => null,
    supprimerLigne: rien,
    enregistrement: () => REPOS,
    abonnerEnregistrement: jamais,
    active: () => active,
    abonnerActive: (rappel) => {
      rappels.add(rappel)
      return () => void rappels.delete(rappel)
    },
    activer: (adresse) => {
      active = donnees[adresse] === undefined && !trouver(adresse) ? active : adresse
      for (const rappel of rappels) rappel()
    },
  }
}
const AUCUNE: readonly string[] = []
const REPOS = { sorte: 'repos' } as const

function lireCellule(
  formulaire: Formulaire,
  adresse: string,
  trouver: Saisie['celluleDe'],
): EtatCellule {
  const cellule = trouver(adresse)
  const valeur = formulaire.donnees[adresse]
  const controles = formulaire.resultats.filter(({ cellules }) => cellules.includes(adresse))
  const niveaux = controles.map(({ niveau }) => niveau)
  return {
    texte: cellule ? texteLecture(cellule, valeur ?? null) : '',
    valeur,
    erreur: null,
    requise: false,
    fermee: true,
    partiel: false,
    niveau:
      (['BLOQUANT', 'AVERTISSEMENT', 'INFO'] as const).find((n) => niveaux.includes(n)) ?? null,
    messages: controles.map(({ message }) => message),
    commentaire: formulaire.commentaires[adresse] ?? '',
    commentaireRequis: false,
    remarques: formulaire.remarques.filter((remarque) => remarque.cellule === adresse),
  }
}

/** Rows that hold something, shorter ids first: the order in which they were added. */
function lireLignes({ donnees }: Formulaire, mc: ModeleCompile): Map<string, string[]> {
  const adresses = Object.keys(donnees).map((adresse) => adresse.split('.'))
  const ids = grouper(adresses, ([code = '']) => [code])
  return new Map(
    mc.tableaux.map(({ code }) => {
      const vues = new Set((ids.get(code) ?? []).map(([, id = '']) => id))
      return [code, [...vues].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))]
    }),
  )
}

function lireBilan(formulaire: Formulaire, trouver: Saisie['celluleDe']): Bilan {
  const problemes = formulaire.resultats.map((controle): Probleme => {
    const { cle, niveau, cellules, message, justification } = controle
    const adresse = cellules[0] ?? ''
    return {
      cle,
      sorte: niveau,
      section: trouver(adresse)?.section ?? adresse.split('.')[0] ?? '',
      cellules,
      message,
      ...(niveau === 'AVERTISSEMENT' && {
        justification: { cle, texte: justification ?? '', attendue: false, perimee: false },
      }),
    }
  })
  return {
    problemes,
    sections: new Map(),
    requises: 0,
    remplies: 0,
    erreurs: formulaire.erreurs,
    bloquants: formulaire.erreurs,
    aJustifier: 0,
  }
}
