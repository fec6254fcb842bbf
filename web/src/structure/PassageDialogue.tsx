import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { EchecApi } from '../app/client.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { textes } from './passage.textes.ts'
import { apresPassage, fauteFermeture, moisDe, type Passage } from './passage.ts'
import {
  useEnregistrerStructure,
  useOublierStructures,
  useToutesStructures,
} from './structure.queries.ts'

type PropsEchec = { echec: unknown; onFermer: () => void }

/** Why the state did not change. Changed by another meanwhile, the record is to be seen first. */
function Echec({ echec, onFermer }: PropsEchec) {
  const oublier = useOublierStructures()
  const perimee = echec instanceof EchecApi && echec.code === 'VERSION_STRUCTURE_PERIMEE'
  const recharger = () => {
    oublier()
    onFermer()
  }
  return (
    <FicheEchec
      textes={textes}
      echec={echec}
      recharge={0}
      onRecharger={perimee ? recharger : undefined}
    />
  )
}

function usePassage({ structure, passage, onFermer }: Props) {
  const { jour } = useCalendrier()
  const { mutate, isPending, error } = useEnregistrerStructure(
    textes[passage].fait(structure.libelle),
  )
  const [choisie, setChoisie] = useState<string | null>(null)
  const fermeture = choisie ?? jour
  const faute = passage === 'fermer' ? fauteFermeture(fermeture, structure, jour) : null
  const agir = () => {
    if (isPending || faute) return
    const corps = apresPassage(structure, passage, fermeture)
    mutate({ corps, version: structure.version }, { onSuccess: onFermer })
  }
  const mois = moisDe(passage === 'fermer' ? fermeture : jour)
  return { agir, isPending, error, fermeture, setFermeture: setChoisie, faute, jour, mois }
}

/** How many structures in service hang on this one. */
function useRattachees({ code }: Structure): number {
  const { data = [] } = useToutesStructures()
  return data.filter(({ parent, etat }) => parent?.code === code && etat !== 'FERMEE').length
}

type Props = { structure: Structure; passage: Passage; onFermer: () => void }

/** Asks before a structure is suspended, closed, or back: says what will be expected of it. */
export function PassageDialogue(props: Props) {
  const { structure, passage, onFermer } = props
  const { agir, isPending, error, fermeture, setFermeture, faute, jour, mois } = usePassage(props)
  const rattachees = useRattachees(structure)
  const t = textes[passage]
  return (
    <Dialogue
      ouvert
      titre={t.titre(structure.libelle)}
      onFermer={onFermer}
      onSoumettre={agir}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {textes.annuler}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={isPending}>
            {t.confirmer}
          </BoutonAction>
        </>
      }
    >
      <div className="str-passage">
        <Echec echec={error} onFermer={onFermer} />
        {passage === 'fermer' && (
          <ChampTexte
            libelle={textes.dateFermeture}
            aide={textes.dateFermetureAide}
            erreur={faute}
            type="date"
            required
            min={structure.dateOuverture}
            max={jour}
            value={fermeture}
            onChange={({ target }) => setFermeture(target.value)}
          />
        )}
        <ul className="str-effets">
          {t.effets(mois).map((effet) => (
            <li key={effet}>{effet}</li>
          ))}
          {passage === 'fermer' && rattachees > 0 && <li>{textes.rattachees(rattachees)}</li>}
        </ul>
      </div>
    </Dialogue>
  )
}
