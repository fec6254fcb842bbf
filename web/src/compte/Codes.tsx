import { useEffect } from 'react'
import { useAuth } from '../app/session.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { textes } from './compte.textes.ts'
import { copier, peutCopier } from './copier.ts'

const t = textes.recuperation

/** While the codes are shown, paper takes them alone (compte.css). */
function useSeulsSurPapier() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['papier'] = 'codes'
    return () => {
      delete dataset['papier']
    }
  }, [])
}

type Props = { codes: readonly string[]; onConserves: () => void }

/** The recovery codes, shown once: the dialog is left by saying that they are kept. */
export function Codes({ codes, onConserves }: Props) {
  const { identifiant } = useAuth()
  useSeulsSurPapier()
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      actions={
        <>
          {peutCopier() && (
            <BoutonAction onClick={() => void copier(codes.join('\n'), t.copies)}>
              {t.copier}
            </BoutonAction>
          )}
          <BoutonAction onClick={() => window.print()}>{t.imprimer}</BoutonAction>
          <BoutonAction variant="contained" onClick={onConserves}>
            {t.conserves}
          </BoutonAction>
        </>
      }
    >
      <p>{t.texte}</p>
      <p>{t.compte(identifiant)}</p>
      <ol className="cpt-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialogue>
  )
}
