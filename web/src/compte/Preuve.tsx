import { CHAMPS_PREUVE } from '@releve/contract/compte/compte.champs.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { type Mutation, useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { textesCompte } from './compte.textes.ts'

const tPreuve = textesCompte.preuve
const VIDE = { password: '', code: '' }

/** What the server finds wrong in one field: said beside it. */
const PAR_CODE = {
  ANCIEN_MOT_DE_PASSE_INCORRECT: 'password',
  CODE_INCORRECT: 'code',
} as const

type PropsPreuve<Recu> = {
  titre: string
  texte: string
  /** Absent: its title. */
  bouton?: string
  /** Whether a code is asked for too: no factor is active yet where one is set up. */
  avecCode: boolean
  /** The act that it allows, and what follows it. */
  acte: Mutation<typeof VIDE, Recu>
  onFait: (recu: Recu, preuve: typeof VIDE) => void
  onFermer: () => void
}

/**
 * Asks for the password, and a code, before the second factor is set up or changes, or a session
 * ends: whoever sits at an open session may not be its owner.
 */
export function Preuve<Recu>(props: PropsPreuve<Recu>) {
  const { titre, texte, bouton = titre, avecCode, acte, onFait, onFermer } = props
  const forme = useSaisie({
    champs: CHAMPS_PREUVE,
    initiale: VIDE,
    fautes: () => (avecCode ? {} : { code: null }),
    parCode: PAR_CODE,
  })
  const envoi = useEnvoi(forme, acte)
  const { saisie, lier, zone } = forme
  return (
    <Dialogue
      ouvert
      titre={titre}
      onFermer={onFermer}
      onSoumettre={() =>
        envoi.soumettre(() => saisie, { onSuccess: (recu) => onFait(recu, saisie) })
      }
      actions={
        <>
          <BoutonAction onClick={onFermer}>{tPreuve.annuler}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
            {bouton}
          </BoutonAction>
        </>
      }
    >
      <p>{texte}</p>
      <Echec echec={envoi.echec} titre={tPreuve.echec} />
      {/* What appears beside a field is heard, even where the focus is there already. */}
      <div className="cpt-preuve" aria-live="polite" ref={zone}>
        <ChampMotDePasse {...lier('password')} autoComplete="current-password" />
        {avecCode && (
          <ChampTexte
            {...lier('code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </div>
    </Dialogue>
  )
}
