import type { Section } from '@releve/contract/modele/modele.schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { idCase } from './cases.ts'
import type { Saisie } from './saisie.types.ts'
import type { Aller } from './useSaisie.ts'

/** What is shown of a form: one section, all of them, or its review. It stands in the address. */
export type Vue = {
  section: string
  tout: boolean
  revue: boolean
  /** `null` drops a parameter. */
  changer: (parametres: Partial<Record<'section' | 'vue', string | null>>) => void
}

export function useVue(sections: readonly Section[]): Vue {
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
        { replace: true, preventScrollReset: true },
      ),
    [setRecherche],
  )
  const vue = recherche.get('vue')
  return { section: section?.code ?? '', tout: vue === 'tout', revue: vue === 'revue', changer }
}

/** Leads to a cell: shows its section if need be, then scrolls to the cell and focuses it. */
export function useAllerVers(saisie: Saisie, vue: Vue): Aller {
  const [cible, setCible] = useState<string | null>(null)
  const { section, tout, revue, changer } = vue
  useEffect(() => {
    if (cible === null) return
    const champ = document.getElementById(idCase(cible))
    if (!champ) return
    champ.focus({ preventScroll: true })
    champ.scrollIntoView({ block: 'center', inline: 'center' })
    setCible(null)
    // The effect runs again when what is shown changes: the cell is on the screen only then.
  }, [cible, section, tout, revue])
  return useCallback(
    (adresse) => {
      const visee = saisie.celluleDe(adresse)?.section
      if (visee !== undefined && (revue || (!tout && visee !== section)))
        changer({ section: visee, vue: tout ? 'tout' : null })
      setCible(adresse)
    },
    [saisie, section, tout, revue, changer],
  )
}
