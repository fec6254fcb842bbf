import type { Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type FormEvent, useState } from 'react'
import { messageDe } from '../../api/envoi.ts'
import { estCoupure } from '../../app/ligne.ts'
import { estPostePartage } from '../../app/stockage.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../../ui/ChampTexte.tsx'
import { useRepondreRemarque } from './retour.queries.ts'
import { textesRetour } from './saisie.textes.ts'

type Props = { numero: string; remarque: Remarque }

/** What a structure answers to a remark: at hand where it waits, folded once it is closed. */
export function Repondre({ numero, remarque }: Props) {
  const { statut, reponse } = remarque
  if (statut === 'OUVERTE') return <Champ {...{ numero, remarque }} />
  return (
    <details>
      <summary>{reponse ? textesRetour.changer : textesRetour.completer}</summary>
      <Champ key={reponse?.le} {...{ numero, remarque }} />
    </details>
  )
}

const cleDe = (id: number) => `reponse:${id}`

/**
 * What was written and not sent yet, as long as the session lasts: another cell may be looked at.
 * The browser brings it to its disk: not on a shared computer.
 */
function useReponse({ id, reponse }: Remarque) {
  const [texte, setTexte] = useState(
    () => sessionStorage.getItem(cleDe(id)) ?? reponse?.texte ?? '',
  )
  return {
    texte,
    ecrire: (dit: string) => {
      if (!estPostePartage()) sessionStorage.setItem(cleDe(id), dit)
      setTexte(dit)
    },
    oublier: () => sessionStorage.removeItem(cleDe(id)),
  }
}

function Champ({ numero, remarque }: Props) {
  const { texte, ecrire, oublier } = useReponse(remarque)
  const [tente, setTente] = useState(false)
  const { mutate, isPending, error } = useRepondreRemarque()
  const vide = texte.trim() === ''
  const envoyer = (evenement: FormEvent) => {
    evenement.preventDefault()
    setTente(true)
    if (vide || isPending) return
    mutate({ numero, id: remarque.id, reponse: texte.trim() }, { onSuccess: oublier })
  }
  return (
    <form onSubmit={envoyer}>
      {error && <Refus echec={error} />}
      <ChampTexteLong
        libelle={textesRetour.repondre}
        aide={textesRetour.repondreAide}
        rows={2}
        maxLength={2000}
        value={texte}
        onChange={({ currentTarget }) => ecrire(currentTarget.value)}
        erreur={tente && vide ? textesRetour.requise : null}
      />
      <BoutonAction size="small" type="submit" enCours={isPending}>
        {textesRetour.envoyer}
      </BoutonAction>
    </form>
  )
}

/** An answer is an act: it is sent, or says that it is not, and stays in its field. */
function Refus({ echec }: { echec: unknown }) {
  return (
    <Alerte gravite="error" role="alert" titre={textesRetour.nonEnvoyee}>
      <p>{estCoupure(echec) ? textesRetour.sansReseau : messageDe(echec)}</p>
    </Alerte>
  )
}
