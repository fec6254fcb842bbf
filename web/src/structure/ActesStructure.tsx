import type { Structure, StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { EchecApi } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Actes, Effets } from '../ui/Actes.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import type { NomIcone } from '../ui/Icone.tsx'
import { apresPassage, fauteFermeture, moisDe, type Passage, passagesDe } from './passage.ts'
import StructureForm from './StructureForm.tsx'
import {
  useEnregistrerStructure,
  useOublierStructures,
  useToutesStructures,
} from './structure.queries.ts'
import { textesPassage, textesStructure } from './structure.textes.ts'

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
      textes={textesPassage}
      echec={echec}
      onRecharger={perimee ? recharger : undefined}
    />
  )
}

function usePassage({ structure, passage, onFermer }: Props) {
  const { jour } = useCalendrier()
  const { mutate, isPending, error } = useEnregistrerStructure(
    textesPassage[passage].fait(structure.libelle),
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
function PassageDialogue(props: Props) {
  const { structure, passage, onFermer } = props
  const { agir, isPending, error, fermeture, setFermeture, faute, jour, mois } = usePassage(props)
  const rattachees = useRattachees(structure)
  const t = textesPassage[passage]
  return (
    <Dialogue
      ouvert
      titre={t.titre(structure.libelle)}
      onFermer={onFermer}
      onSoumettre={agir}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {textesPassage.annuler}
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
            libelle={textesPassage.dateFermeture}
            aide={textesPassage.dateFermetureAide}
            erreur={faute}
            type="date"
            required
            min={structure.dateOuverture}
            max={jour}
            value={fermeture}
            onChange={({ target }) => setFermeture(target.value)}
          />
        )}
        <Effets
          effets={[
            ...t.effets(mois),
            ...(passage === 'fermer' && rattachees > 0
              ? [textesPassage.rattachees(rattachees)]
              : []),
          ]}
        />
      </div>
    </Dialogue>
  )
}

const ICONES: Record<Passage, NomIcone> = {
  suspendre: 'horloge',
  reprendre: 'coche',
  fermer: 'interdit',
  rouvrir: 'retour',
}
/** An act done gives its button to the one that undoes it: the focus stays. */
const CLES: Record<Passage, string> = {
  suspendre: 'service',
  reprendre: 'service',
  fermer: 'ouverture',
  rouvrir: 'ouverture',
}

/** What the agent may do with this structure now, as the server says. */
export function ActesStructure({ structure }: { structure: StructureLue }) {
  const [ouvert, setOuvert] = useState<Passage | 'fiche' | null>(null)
  const fermer = () => setOuvert(null)
  const t = textesStructure.page
  const { actions, etat, code } = structure
  const gere = actions.includes('modifier')
  return (
    <Actes>
      <LienAction to={paths.saisiesStructures({ q: code })} icone="rapport">
        {t.rapports}
      </LienAction>
      {actions.includes('inviter') && (
        <LienAction to={paths.structures({ vue: 'invitations', inviter: code })} icone="envoi">
          {t.inviter}
        </LienAction>
      )}
      {gere &&
        passagesDe(etat).map((passage) => (
          <BoutonAction
            key={CLES[passage]}
            icone={ICONES[passage]}
            onClick={() => setOuvert(passage)}
          >
            {textesPassage[passage].bouton}
          </BoutonAction>
        ))}
      {gere && (
        <BoutonAction variant="contained" icone="crayon" onClick={() => setOuvert('fiche')}>
          {t.modifier}
        </BoutonAction>
      )}
      {ouvert === 'fiche' && <StructureForm structure={structure} onFermer={fermer} />}
      {ouvert !== null && ouvert !== 'fiche' && (
        <PassageDialogue structure={structure} passage={ouvert} onFermer={fermer} />
      )}
    </Actes>
  )
}
