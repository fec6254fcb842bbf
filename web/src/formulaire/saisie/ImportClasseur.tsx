import type { Classeur } from '@releve/contract/formulaire/formulaire.schema.ts'
import { Suspense } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { ImportLecture, useLecture } from '../../ui/ImportLecture.tsx'
import { figer } from '../../ui/importTableur.ts'
import { toastReussite } from '../../ui/toasts.ts'
import { importerFormulaire } from '../formulaire.queries.ts'
import { lireCollage, PanneauCollage } from './grille/Grille.tsx'
import { textesClasseur } from './saisie.textes.ts'
import type { Entree, Lecture } from './store/client.ts'

export type PropsImportClasseur = {
  numero: string
  lecture: Lecture
  /** Null: the report has been closed meanwhile. */
  entree: Entree | null
}
type Props = PropsImportClasseur & { onFermer: () => void }

const DEPOT = { libelle: textesClasseur.fichier, formats: ['XLSX'] } as const

/** A report's workbook brought back: what was changed in it is shown, then taken as a paste is. */
export default function ImportClasseur({ numero, lecture, entree, onFermer }: Props) {
  const travail = useLecture(async ([choisi]: File[], { signal }) => {
    if (!choisi) return null
    const lu = await importerFormulaire(numero, await figer(choisi), signal)
    // What will show it: after, since code that could not be read once may not be asked for again.
    await lireCollage()
    return lu
  })
  const lu = travail.lecture.data
  if (!entree) return null
  if (lu && lu.cases.length + lu.commentaires.length > 0)
    return <Changements {...{ lecture, entree, onFermer, lu }} />
  return (
    <Dialogue
      ouvert
      titre={textesClasseur.titre}
      onFermer={onFermer}
      actions={
        <BoutonAction variant={lu ? 'contained' : 'text'} onClick={onFermer}>
          {lu ? textesClasseur.fermer : textesClasseur.renoncer}
        </BoutonAction>
      }
    >
      <div className="ui-import">
        <ImportLecture
          {...{ travail }}
          aide={textesClasseur.aide}
          depot={DEPOT}
          bilan={lu ? textesClasseur.rien : null}
        />
      </div>
    </Dialogue>
  )
}

type ChangementsProps = Pick<Props, 'lecture' | 'onFermer'> & { entree: Entree; lu: Classeur }

function Changements({ lu: { cases, commentaires }, lecture, entree, onFermer }: ChangementsProps) {
  return (
    <Suspense>
      <PanneauCollage
        {...{ lecture, entree }}
        surFermer={onFermer}
        grille={[]}
        legendes={{ lignes: [], colonnes: [] }}
        collage={collageDe(cases)}
        mots={textesClasseur.panneau(commentaires.length)}
        surPose={() => {
          for (const { cellule, texte } of commentaires) entree.commenter(cellule, texte)
        }}
        annoncer={(dit) => toastReussite(dit)}
      />
    </Suspense>
  )
}

/** Texts that people would type: nothing of them is in doubt, nor is there a heading. */
const collageDe = (cases: Classeur['cases']) => ({
  textes: cases.map(({ cellule, texte }): [string, string] => [cellule, texte]),
  entetes: { haut: 0, gauche: 0, lignes: null, colonnes: null },
  anglais: false,
  signes: new Set<never>(),
  ignorees: [],
  dehors: 0,
})
