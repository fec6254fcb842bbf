import type {
  Annuaire,
  ChapitreAnnuaire,
  EditionAnnuaire,
  TexteAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { lazy, Suspense, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import type { PlaceDeChiffre } from './annuaire.queries.ts'
import { textesAnnuaire as t } from './annuaire.textes.ts'
import { TableauAnnuaire } from './TableauAnnuaire.tsx'

// The last chapter alone has them.
const Annexes = lazy(() => import('./Annexes.tsx'))

const Introduction = lazy(() => import('./Introduction.tsx'))

const AVANT_PROPOS = '0'
const ANNEXES = '9'

const paragraphesDe = (texte: string) => texte.split(/\n\s*\n/).filter(Boolean)

/** Paragraphs parted by blank lines; their own lines are kept. */
function Prose({ texte }: { texte: string }) {
  return paragraphesDe(texte).map((paragraphe) => (
    <p key={paragraphe} className="ann-prose">
      {paragraphe}
    </p>
  ))
}

function Texte({ titre, paragraphes, termes }: TexteAnnuaire) {
  return (
    <section className="ann-texte">
      <h3>{titre}</h3>
      {paragraphes.map((paragraphe) => (
        <p key={paragraphe}>{paragraphe}</p>
      ))}
      {termes.length > 0 && (
        <dl className="ann-notes">
          {termes.map(({ terme, definition }) => (
            <div key={terme}>
              <dt>{terme}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

type Props = {
  annuaire: Annuaire
  editions: readonly EditionAnnuaire[]
  chapitre: ChapitreAnnuaire
  onExpliquer: ((designe: PlaceDeChiffre) => void) | undefined
}

/** A chapter: what is written at its head, its texts, its tables. */
export function Chapitre({ annuaire, editions, chapitre, onExpliquer }: Props) {
  const { code, titre, introduction, textes, tableaux } = chapitre
  const { avantPropos } = annuaire
  const [ecrit, setEcrit] = useState(false)
  return (
    <section aria-labelledby="ann-chapitre">
      <h2 id="ann-chapitre">{`${code}. ${titre}`}</h2>
      <Prose texte={introduction} />
      {annuaire.actions.includes('enregistrer') && (
        <BoutonAction size="small" icone="crayon" onClick={() => setEcrit(true)}>
          {introduction ? t.modifierIntroduction : t.ecrireIntroduction}
        </BoutonAction>
      )}
      {ecrit && (
        <Suspense>
          <Introduction {...{ annuaire, chapitre }} onFermer={() => setEcrit(false)} />
        </Suspense>
      )}
      {code === AVANT_PROPOS && avantPropos && (
        <section className="ann-texte">
          <h3>{t.avantPropos}</h3>
          <Prose texte={avantPropos} />
        </section>
      )}
      {textes.map((texte) => (
        <Texte key={texte.code} {...texte} />
      ))}
      {tableaux.map((tableau) => (
        <TableauAnnuaire key={tableau.code} {...{ annuaire, tableau, onExpliquer }} />
      ))}
      {code === ANNEXES && (
        <Suspense fallback={<Squelette />}>
          <Annexes {...{ annuaire, editions }} />
        </Suspense>
      )}
    </section>
  )
}
