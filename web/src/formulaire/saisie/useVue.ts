import type { Section } from '@releve/contract/modele/modele.schema.ts'
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { viser } from './grille/Grille.tsx'
import type { Lecture } from './store/client.ts'

/** What is shown of a form: one section, all of them, or its review. It stands in the address. */
export type Vue = {
  section: string
  tout: boolean
  revue: boolean
  /** `null` drops a parameter. */
  changer: (parametres: Partial<Record<'section' | 'vue', string | null>>) => void
}

/** @param peutSoumettre without it there is nothing to review, whatever the address says. */
export function useVue(sections: readonly Section[], peutSoumettre: boolean): Vue {
  const [recherche, setRecherche] = useSearchParams()
  const demandee = recherche.get('section')
  const premiere = sections.find(({ type }) => type !== 'identification') ?? sections[0]
  const section = sections.find(({ code }) => code === demandee) ?? premiere
  const changer = useCallback<Vue['changer']>(
    (parametres) =>
      setRecherche(
        (avant) => {
          for (const [nom, valeur] of Object.entries(parametres))
            if (valeur === null) avant.delete(nom)
            else avant.set(nom, valeur)
          return avant
        },
        // Drawn before the next key is read: what is typed then goes where one looks. But the
        // review, whose code may still be on its way, waits for it behind what shows.
        { replace: true, preventScrollReset: true, flushSync: parametres.vue !== 'revue' },
      ),
    [setRecherche],
  )
  const vue = recherche.get('vue')
  const revue = vue === 'revue' && peutSoumettre
  return { section: section?.code ?? '', tout: vue === 'tout', revue, changer }
}

type Aller = (adresse: string) => void

/** Leads to a cell, wherever it is: changes tab, scrolls, focuses. */
export const AllerContext = createContext<Aller>(() => undefined)
export const useAller = () => useContext(AllerContext)

/** Leads to a cell: shows its section if need be, then scrolls to the cell and focuses it. */
export function useAllerVers(lecture: Lecture, vue: Vue): Aller {
  // A link to one cell (`?case=`) leads there at once.
  const [recherche] = useSearchParams()
  const cible = useRef(recherche.get('case'))
  const { section, tout, revue, changer } = vue
  const arrive = useRef(false)
  const arriver = () => {
    if (cible.current === null) return
    // Who is in another cell since is not taken from it.
    if (viser(cible.current) || caseEnMain()) cible.current = null
  }
  // After every render: the section asked for is on the screen only once the address has changed.
  useLayoutEffect(() => {
    if (arrive.current) arriver()
  })
  // As one arrives, the page takes the focus to its heading: the cell comes after.
  useEffect(() => {
    if (!arrive.current) arriver()
    arrive.current = true
  })
  return useCallback(
    (adresse) => {
      const visee = lecture.celluleDe(adresse)?.section
      const ailleurs = visee !== undefined && (revue || (!tout && visee !== section))
      if (!ailleurs && viser(adresse)) return
      cible.current = adresse
      if (visee !== undefined) changer({ section: visee, vue: tout ? 'tout' : null })
      // Not there yet, and already gone: what is typed meanwhile is not for the cell that was left.
      if (cible.current !== null) caseEnMain()?.blur()
    },
    [lecture, section, tout, revue, changer],
  )
}

/** The field of a cell that has the focus. */
function caseEnMain(): HTMLElement | null {
  const { activeElement: champ } = document
  return champ instanceof HTMLElement && champ.dataset['cellule'] !== undefined ? champ : null
}

/** Where the review says what is left to do. */
export const ID_RESTE = 'revue-reste'

/** Leads to a heading: of a section, of what is left to do before submitting. */
export function allerATitre(id: string): void {
  const titre = document.getElementById(id)
  titre?.focus({ preventScroll: true })
  titre?.scrollIntoView({ block: 'center' })
}
