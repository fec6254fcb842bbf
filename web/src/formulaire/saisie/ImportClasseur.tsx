import type { Classeur } from '@releve/contract/formulaire/formulaire.schema.ts'
import { Suspense } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { formatCompte } from '../../ui/format.ts'
import { ImportLecture, useLecture } from '../../ui/ImportLecture.tsx'
import { figer } from '../../ui/importTableur.ts'
import { toastReussite } from '../../ui/toasts.ts'
import { importerFormulaire } from '../formulaire.queries.ts'
import { lireCollage, PanneauCollage } from './grille/Grille.tsx'
import type { Entree, Lecture } from './store/client.ts'

/** What is said of a report's workbook, brought back. */
const textesClasseur = {
  titre: 'Importer un classeur',
  aide: 'Choisissez le classeur exporté de ce rapport, une fois rempli et enregistré au format XLSX. Ce qui y a changé vous est montré avant d’être repris.',
  fichier: 'Classeur rempli',
  renoncer: 'Annuler',
  rien: 'Ce classeur ne change rien à ce rapport.',
  fermer: 'Fermer',
  panneau: (commentaires: number) => ({
    titre: 'Ce que ce classeur changera',
    coller: 'Importer',
    renoncer: 'Ne pas importer',
    aussi: commentaires > 0 ? `Et ${formatCompte(commentaires, 'commentaire')}.` : null,
    liste: 'Valeurs du classeur',
    posees: (n: number, comptes: string) =>
      `${formatCompte(n, 'case reprise du classeur', 'cases reprises du classeur')}\u00a0: ${comptes}`,
  }),
}

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
