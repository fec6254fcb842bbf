import type { Classeur } from '@releve/contract/formulaire/formulaire.schema.ts'
import { Suspense, useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { Echec } from '../../ui/Echec.tsx'
import { toastReussite } from '../../ui/toasts.ts'
import { useActe } from '../../ui/useActe.ts'
import { ZoneDepot } from '../../ui/ZoneDepot.tsx'
import { importerFormulaire } from '../formulaire.queries.ts'
import { textesClasseur } from './classeur.textes.ts'
import { PanneauCollage } from './grille/Grille.tsx'
import type { Entree, Lecture } from './store/store.ts'

type Props = { numero: string; lecture: Lecture; entree: Entree; surFermer: () => void }

/** A report's workbook brought back: what was changed in it is shown, then taken as a paste is. */
export default function ImportClasseur({ numero, lecture, entree, surFermer }: Props) {
  const [lu, setLu] = useState<Classeur | null>(null)
  if (!lu) return <Choix {...{ numero, surFermer }} surLu={setLu} />
  const { cases, commentaires } = lu
  return (
    <Suspense>
      <PanneauCollage
        {...{ lecture, entree, surFermer }}
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
  ignorees: 0,
  dehors: 0,
})

type ChoixProps = Pick<Props, 'numero' | 'surFermer'> & { surLu: (lu: Classeur) => void }

function Choix({ numero, surFermer, surLu }: ChoixProps) {
  const [fichier, setFichier] = useState<File | null>(null)
  const { mutate, reset, isPending, error } = useActe(
    (choisi: File) => importerFormulaire(numero, choisi),
    { reussite: null, refus: 'place' },
    {
      onSuccess: (lu) => {
        if (lu.cases.length + lu.commentaires.length > 0) return surLu(lu)
        toastReussite(textesClasseur.rien)
        surFermer()
      },
    },
  )
  const choisir = (choisi: File | null) => {
    reset()
    setFichier(choisi)
  }
  return (
    <Dialogue
      ouvert
      titre={textesClasseur.titre}
      onFermer={surFermer}
      onSoumettre={() => {
        if (fichier && !isPending) mutate(fichier)
      }}
      actions={
        <>
          <BoutonAction variant="text" onClick={surFermer}>
            {textesClasseur.renoncer}
          </BoutonAction>
          <BoutonAction
            type="submit"
            variant="contained"
            enCours={isPending}
            raison={fichier ? null : textesClasseur.choisir}
            raisonMuette
          >
            {textesClasseur.lire}
          </BoutonAction>
        </>
      }
    >
      <Echec echec={error} titre={textesClasseur.echec} sansMarge />
      <p>{textesClasseur.aide}</p>
      <ZoneDepot
        libelle={textesClasseur.fichier}
        formats={['XLSX']}
        fichier={fichier}
        onChange={choisir}
        fige={isPending}
      />
    </Dialogue>
  )
}
