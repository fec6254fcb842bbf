import {
  autocompletion,
  type Completion,
  type CompletionContext,
  completionKeymap,
} from '@codemirror/autocomplete'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { type CelluleDite, FONCTIONS_DITES, MOTS_DITS } from '@releve/contract/modele/completion.ts'
import { useEffect, useRef } from 'react'

/** What is wrong in the text, at which character; null: all of it. */
export type Faute = { message: string; position: number | null }

type Props = {
  valeur: string
  onChange: (valeur: string) => void
  /** What names the editor, and what is said of it: what stands in a shadow tree takes no id. */
  etiquette: string
  decrit: string
  cellules: readonly CelluleDite[]
  fautes: readonly Faute[]
  exemple?: string | undefined
  /** A message: cells are proposed between braces, and functions are not. */
  message?: boolean
}

const MOTS: readonly Completion[] = [...FONCTIONS_DITES, ...MOTS_DITS].map(
  ({ nom, signature, phrase }) => ({
    label: nom,
    detail: signature,
    info: phrase,
    type: 'function',
    apply: signature.includes('(') ? `${nom}(` : nom,
  }),
)

const COMPLETION = {
  icons: false,
  // Enter takes what is proposed as soon as it shows: those who type fast do not wait for it.
  interactionDelay: 0,
  // Closed by Escape alone: what is around the editor does not hear that key.
  defaultKeymap: false,
}

const DERNIER_MOT = /[\p{L}\p{N}_.*$]+$/u

/** Cells and functions that go on from what stands before the caret. */
function proposer(contexte: CompletionContext, { cellules, message }: Props) {
  const mot = contexte.matchBefore(DERNIER_MOT)
  if (!mot && !contexte.explicit) return null
  const avant = contexte.state.doc.sliceString(0, mot?.from ?? contexte.pos)
  if (message && avant.lastIndexOf('{') <= avant.lastIndexOf('}')) return null
  const cases = cellules.map(
    ({ adresse, libelle, detail }): Completion => ({
      label: adresse,
      displayLabel: `${adresse} – ${libelle}`,
      info: detail,
      type: 'variable',
    }),
  )
  return {
    from: mot?.from ?? contexte.pos,
    options: message ? cases : [...cases, ...MOTS],
    validFor: DERNIER_MOT,
  }
}

/** A fault stands under a word at least, and inside the text. */
function soulignementDe({ message, position }: Faute, texte: string): Diagnostic {
  const from = position === null ? 0 : Math.min(position, Math.max(0, texte.length - 1))
  const mot = /^[\p{L}\p{N}_.*$]+/u.exec(texte.slice(from))?.[0]
  const to = position === null ? texte.length : Math.min(texte.length, from + (mot?.length ?? 1))
  return { from, to: Math.max(from, to), severity: 'error', message }
}

const THEME = EditorView.theme({
  '&': { fontSize: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--mono, monospace)', caretColor: 'var(--encre)' },
  '.cm-cursor': { borderLeftColor: 'var(--encre)' },
  '.cm-tooltip': {
    maxWidth: 'min(90vw, 36rem)',
    border: '1px solid var(--trait)',
    backgroundColor: 'var(--papier)',
    color: 'var(--encre)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 6px', overflowWrap: 'anywhere' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--papier)',
  },
})

/** A formula, or a message: what may be named is proposed, what is wrong is underlined. */
export default function Formule(props: Props) {
  const { valeur, etiquette, decrit, fautes } = props
  const boite = useRef<HTMLDivElement>(null)
  const vue = useRef<EditorView | null>(null)
  const lus = useRef(props)
  const attributs = useRef(new Compartment())
  useEffect(() => {
    lus.current = props
  })
  useEffect(() => {
    if (!boite.current) return
    const { valeur: doc, exemple } = lus.current
    // Its style sheets go to a tree of its own: in the page, they would be inline styles, which the
    // site's policy refuses.
    const racine = boite.current.shadowRoot ?? boite.current.attachShadow({ mode: 'open' })
    const editeur = new EditorView({
      parent: racine,
      root: racine,
      state: EditorState.create({
        doc,
        extensions: [
          THEME,
          EditorView.lineWrapping,
          EditorState.allowMultipleSelections.of(false),
          ...(exemple ? [placeholder(exemple)] : []),
          autocompletion({
            ...COMPLETION,
            override: [(contexte) => proposer(contexte, lus.current)],
          }),
          keymap.of(completionKeymap),
          attributs.current.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const texte = state.doc.toString()
            if (docChanged && texte !== lus.current.valeur) lus.current.onChange(texte)
          }),
        ],
      }),
    })
    vue.current = editeur
    return () => {
      vue.current = null
      editeur.destroy()
    }
  }, [])
  // What was undone, or read elsewhere, comes into the editor; what was typed in it is there.
  useEffect(() => {
    const editeur = vue.current
    const present = editeur?.state.doc.toString()
    if (editeur && present !== valeur)
      editeur.dispatch({ changes: { from: 0, to: editeur.state.doc.length, insert: valeur } })
  }, [valeur])
  const invalide = fautes.length > 0
  useEffect(() => {
    vue.current?.dispatch({
      effects: attributs.current.reconfigure(
        EditorView.contentAttributes.of({
          'aria-label': etiquette,
          ...(decrit && { 'aria-description': decrit }),
          'aria-invalid': String(invalide),
          spellcheck: 'false',
        }),
      ),
    })
  }, [etiquette, decrit, invalide])
  useEffect(() => {
    const editeur = vue.current
    if (!editeur) return
    const texte = editeur.state.doc.toString()
    editeur.dispatch(
      setDiagnostics(
        editeur.state,
        fautes.map((faute) => soulignementDe(faute, texte)),
      ),
    )
  }, [fautes])
  return <div ref={boite} className="mdl-formule" />
}
