import { direEmplois, EFFETS_CODE } from '@releve/contract/codification/codification.rules.ts'
import type { ChangementsCodification } from '@releve/contract/codification/codification.schema.ts'
import { Chargement } from '../ui/Chargement.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import {
  type DemandeCodification,
  useApercu,
  useEnregistrer,
  useRelire,
} from './codifications.queries.ts'
import { textesCodifications } from './codifications.textes.ts'

const t = textesCodifications.apercu
const MONTRES = 20

/** What a change does, code by code, and what uses them. */
function ApercuCodes({ codes, liste, touches }: ChangementsCodification) {
  const dits = direEmplois(touches)
  const details = (changes: typeof liste) =>
    changes.map(({ libelle, avant, apres }) => t.change(libelle, avant, apres)).join('\u202f; ')
  return (
    <div className="prm-apercu">
      <ul>
        {liste.length > 0 && <li>{details(liste)}</li>}
        {codes.slice(0, MONTRES).map(({ code, libelle, effet, details: changes }) => (
          <li key={code}>
            <strong>{code}</strong> – {libelle}
            {`\u00a0: ${EFFETS_CODE[effet].toLowerCase()}`}
            {changes.length > 0 && ` (${details(changes)})`}
          </li>
        ))}
        {codes.length > MONTRES && <li>{t.autres(codes.length - MONTRES)}</li>}
      </ul>
      <p>{dits ? t.touches(dits) : t.rien}</p>
      {codes.some(({ effet }) => effet === 'AJOUT') && <p>{t.ajout}</p>}
    </div>
  )
}

type Props = {
  apercu: ChangementsCodification
  enCours: boolean
  onAgir: () => void
  onFermer: () => void
}

/** Asks before a change that has been entered, once it is known what it does. */
export function ConfirmerSaisie({ apercu, ...actes }: Props) {
  return (
    <Confirmation titre={t.titre} fermer={t.revenir} bouton={t.enregistrer} {...actes}>
      <ApercuCodes {...apercu} />
    </Confirmation>
  )
}

type PropsActe = { titre: string; demande: DemandeCodification; onFermer: () => void }

/** Asks before an act on a code of the list, and says what it does. */
export function ConfirmerActe({ titre, demande, onFermer }: PropsActe) {
  const requete = useApercu(demande)
  const { mutate, isPending, error } = useEnregistrer()
  const relire = useRelire(demande.code)
  return (
    <Confirmation
      titre={titre}
      fermer={t.revenir}
      bouton={t.enregistrer}
      enCours={isPending || !requete.data}
      onAgir={() => mutate(demande, { onSuccess: onFermer })}
      onFermer={onFermer}
    >
      <FicheEchec
        textes={textesCodifications}
        echec={error}
        // What was to be done is asked again, of the list as it is.
        onRecharger={error ? () => void relire().finally(onFermer) : undefined}
      />
      <Chargement requete={requete} lignes={2}>
        {(apercu) => <ApercuCodes {...apercu} />}
      </Chargement>
    </Confirmation>
  )
}
