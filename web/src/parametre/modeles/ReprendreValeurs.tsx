import {
  type RepriseValeurs,
  SANS_VENTILATION,
  SOMME_COMBINAISONS,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { useRef, useState } from 'react'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import ImportTableur, { type EnvoiImport, type QuestionImport } from '../../ui/ImportTableur.tsx'
import { useReprendreValeurs } from './modele.queries.ts'
import { textesModele } from './modele.textes.ts'

const t = textesModele.valeurs

type FichierLu = Pick<RepriseValeurs, 'combinaisons' | 'sommable' | 'combinaison'>

/** As it is told; null: the figures have no attribute. */
const ditDe = (code: string): string | null => (code === SANS_VENTILATION ? null : code)

/** The choices of a file that has several attribute combinations. */
const optionsDe = ({ combinaisons, sommable }: FichierLu) => [
  ...combinaisons.map(({ code, valeurs }) => ({
    code,
    libelle: t.combinaison(ditDe(code), valeurs),
  })),
  ...(sommable ? [{ code: SOMME_COMBINAISONS, libelle: t.somme }] : []),
]

/**
 * Of which attribute combination a file is brought: asked once it is read, and what is shown is
 * what is written. Another file asks anew.
 */
function useCombinaison(modele: string) {
  const { importer, onEcrit } = useReprendreValeurs(modele)
  const [lue, setLue] = useState<FichierLu | null>(null)
  const choisie = useRef<string | null>(null)
  const envoyer = async (envoi: EnvoiImport) => {
    if (envoi.apercu === 'false')
      return importer({ ...envoi, combinaison: lue?.combinaison ?? null })
    if (!envoi.redemande) {
      choisie.current = null
      setLue(null)
    }
    const reprise = await importer({ ...envoi, combinaison: choisie.current })
    setLue(reprise)
    return reprise
  }
  const question: QuestionImport = {
    attente: lue && lue.combinaison === null ? t.choisissez : null,
    rendu: (relire) => {
      if (!lue) return null
      const [seule, ...autres] = lue.combinaisons
      if (autres.length === 0) {
        const dite = seule && ditDe(seule.code)
        return dite ? <p>{t.seule(dite)}</p> : null
      }
      const choisir = (code: string) => {
        choisie.current = code
        setLue({ ...lue, combinaison: code })
        relire()
      }
      return (
        <ChampListe
          libelle={t.combinaisons}
          aide={t.combinaisonsAide}
          {...(lue.combinaison === null && { vide: t.choix })}
          options={optionsDe(lue)}
          value={lue.combinaison ?? ''}
          onChange={({ target }) => choisir(target.value)}
        />
      )
    },
  }
  return { importer: envoyer, onEcrit, question }
}

/** « Reprendre les mois passés »: a file of values of DHIS2, and what it would do. */
export default function ReprendreValeurs(props: { modele: string; onFermer: () => void }) {
  const { modele, onFermer } = props
  return (
    <ImportTableur {...t.imports(modele)} {...useCombinaison(modele)} partiel onFermer={onFermer} />
  )
}
