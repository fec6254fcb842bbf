import type { BrouillonModele } from '@releve/contract/modele/gestion.schema.ts'
import { CHAMPS_MODELE } from '@releve/contract/modele/modele.champs.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampTexte } from '../../ui/ChampTexte.tsx'
import { enCorps, videDe } from '../../ui/conversion.ts'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { Fiche } from '../../ui/Fiche.tsx'
import { Groupe } from '../../ui/Groupe.tsx'
import { useForme } from '../../ui/useForme.ts'
import { ZoneDepot } from '../../ui/ZoneDepot.tsx'
import { useCommencerBrouillon, useImporterModele } from './modele.queries.ts'
import { textesModele } from './modele.textes.ts'
import { RefusFichier } from './RefusFichier.tsx'

const t = textesModele.depart
const c = CHAMPS_MODELE
const PROPRES = { code: { autoCapitalize: 'characters', spellCheck: false } }

function useOuvrir() {
  const naviguer = useNavigate()
  return ({ id }: BrouillonModele) => void naviguer(paths.modele(`brouillon-${id}`))
}

type Props = {
  /** The version to copy; absent, the model is begun from nothing. */
  copie?: { id: number; libelle: string }
  onFermer: () => void
}

/** Begins the draft of a new model: blank, or made as another one is. */
export function DepartForm({ copie, onFermer }: Props) {
  const onSuccess = useOuvrir()
  const { forme, envoi } = useForme(
    {
      champs: c,
      lue: null,
      saisieDe: () => videDe(c, {}),
      parCode: { MODELE_EXISTANT: 'code', MODELE_BROUILLON_EXISTANT: 'code' },
    },
    useCommencerBrouillon('place'),
  )
  const corps = () => {
    const { code, libelle } = enCorps(c, forme.saisie)
    return copie
      ? ({ de: 'COPIE', id: copie.id, code, libelle } as const)
      : ({ de: 'VIDE', code, libelle } as const)
  }
  return (
    <Fiche
      titre={copie ? t.titreCopie(copie.libelle) : t.titre}
      textes={t}
      bouton={t.commencer}
      {...{ forme, envoi, onFermer }}
      onSoumettre={() => envoi.soumettre(corps, { onSuccess })}
    >
      <Groupe
        {...{ forme }}
        legende={t.legende}
        aides={t.aides}
        propres={PROPRES}
        champs={['code', 'libelle']}
      />
    </Fiche>
  )
}

/** Begins a draft of a file: what is wrong in it is said where it is. */
export function ImportModele({ onFermer }: { onFermer: () => void }) {
  const [fichier, setFichier] = useState<File | null>(null)
  const [code, setCode] = useState('')
  const onSuccess = useOuvrir()
  const { mutate, isPending, error } = useImporterModele()
  const i = textesModele.import
  const importer = () => {
    if (fichier && !isPending) mutate({ fichier, code: code.trim() }, { onSuccess })
  }
  return (
    <Dialogue
      ouvert
      titre={i.titre}
      largeur="md"
      onFermer={onFermer}
      onSoumettre={importer}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {i.annuler}
          </BoutonAction>
          <BoutonAction
            type="submit"
            variant="contained"
            raison={fichier ? null : i.choisir}
            enCours={isPending}
          >
            {i.importer}
          </BoutonAction>
        </>
      }
    >
      <p>{i.aide}</p>
      {error && <RefusFichier echec={error} titre={i.echec} />}
      <ZoneDepot
        libelle={i.fichier}
        formats={['JSON']}
        fichier={fichier}
        onChange={setFichier}
        fige={isPending}
      />
      <ChampTexte
        libelle={i.code}
        aide={i.codeAide}
        largeur="sm"
        maxLength={c.code.max}
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </Dialogue>
  )
}
