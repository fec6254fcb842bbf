import { CHAMPS_ACTIVATION } from '@releve/contract/compte/compte.champs.ts'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { secondFacteurActif } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { copier, peutCopier } from '../ui/copier.ts'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { formatDate } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import {
  type Compte,
  type Secret,
  useActiver,
  useDesactiver,
  usePreparer,
  useRenouvelerCodes,
} from './compte.queries.ts'
import { textesCompte } from './compte.textes.ts'
import { Preuve } from './Preuve.tsx'

/** A QR code (lines of `0` and `1`) as the data of one SVG path: a rectangle per run of black. */
export function traceDe(qr: readonly string[]): string {
  const carres = qr.flatMap((ligne, y) =>
    [...ligne.matchAll(/1+/g)].map(
      ({ index, 0: suite }) => `M${index} ${y}h${suite.length}v1h-${suite.length}z`,
    ),
  )
  return carres.join('')
}

/** A secret by groups of four, as one copies it. */
export const enGroupes = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const textesPreparation = textesCompte.preparation

/** The secret as a picture and in letters. Black on white in both modes: readers need it. */
function SecretLisible({ secret, qr }: Secret) {
  return (
    <div className="cpt-secret">
      <svg
        className="cpt-qr"
        viewBox={`0 0 ${qr.length} ${qr.length}`}
        role="img"
        aria-label={textesPreparation.image}
        shapeRendering="crispEdges"
      >
        <path d={traceDe(qr)} />
      </svg>
      <div className="cpt-lettres">
        <p>{textesPreparation.lire}</p>
        <p>
          {textesPreparation.saisir}
          <br />
          <code dir="ltr">{enGroupes(secret)}</code>
        </p>
        {peutCopier() && (
          <BoutonAction size="small" onClick={() => void copier(secret, textesPreparation.copie)}>
            {textesPreparation.copier}
          </BoutonAction>
        )}
      </div>
    </div>
  )
}

/** A secret, and the password given to see it: activating asks for it again, the person does not. */
type SecretPrepare = { secret: Secret; password: string }
type PropsPreparation = {
  prepare: SecretPrepare
  onAnnuler: () => void
  onActif: (codes: string[]) => void
}

const VIDE = { code: '' }

/** From the secret to the first code, which activates the factor. */
function Preparation({ prepare, onAnnuler, onActif }: PropsPreparation) {
  const { secret, password } = prepare
  const forme = useSaisie({
    champs: CHAMPS_ACTIVATION,
    initiale: VIDE,
    parCode: { CODE_INCORRECT: 'code' },
  })
  const envoi = useEnvoi(forme, useActiver())
  const { saisie, lier, zone } = forme
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    envoi.soumettre(() => ({ password, ...saisie }), {
      onSuccess: ({ codesRecuperation }) => onActif(codesRecuperation),
    })
  }
  return (
    <form className="cpt-form" noValidate onSubmit={soumettre}>
      <SecretLisible {...secret} />
      <Echec echec={envoi.echec} titre={textesPreparation.echec} />
      {/* What appears beside the field is heard, even where the focus is there already. */}
      <div aria-live="polite" ref={zone}>
        <ChampTexte
          {...lier('code')}
          largeur="sm"
          aide={textesPreparation.aideCode}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      </div>
      <div className="cpt-actions">
        <BoutonAction type="submit" variant="contained" enCours={envoi.enCours}>
          {textesPreparation.verifier}
        </BoutonAction>
        <BoutonAction onClick={onAnnuler}>{textesPreparation.annuler}</BoutonAction>
      </div>
    </form>
  )
}

const tCodes = textesCompte.recuperation

/** While the codes are shown, paper takes them alone (compte.css). */
function useSeulsSurPapier() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['papier'] = 'codes'
    return () => {
      delete dataset['papier']
    }
  }, [])
}

type Props = { codes: readonly string[]; onConserves: () => void }

/** The recovery codes, shown once: the dialog is left by saying that they are kept. */
function Codes({ codes, onConserves }: Props) {
  const { identifiant } = useAuth()
  useSeulsSurPapier()
  return (
    <Dialogue
      ouvert
      titre={tCodes.titre}
      actions={
        <>
          {peutCopier() && (
            <BoutonAction onClick={() => void copier(codes.join('\n'), tCodes.copies)}>
              {tCodes.copier}
            </BoutonAction>
          )}
          <BoutonAction onClick={() => window.print()}>{tCodes.imprimer}</BoutonAction>
          <BoutonAction variant="contained" onClick={onConserves}>
            {tCodes.conserves}
          </BoutonAction>
        </>
      }
    >
      <p>{tCodes.texte}</p>
      <p>{tCodes.compte(identifiant)}</p>
      <ol className="cpt-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialogue>
  )
}

const t = textesCompte.facteur
/** From so many on, the codes left are said to be few. */
const PEU = 3

/** An open session is not enough to set a factor up: whoever sits there may not be its owner. */
function Inactif({ onPrepare }: { onPrepare: (prepare: SecretPrepare) => void }) {
  const [ouvert, setOuvert] = useState(false)
  const preparation = usePreparer()
  const fermer = () => {
    setOuvert(false)
    preparation.reset()
  }
  const p = textesCompte.preuve
  return (
    <>
      <p>{t.inactif}</p>
      <div className="cpt-actions">
        <BoutonAction variant="contained" icone="verrou" onClick={() => setOuvert(true)}>
          {t.activer}
        </BoutonAction>
      </div>
      {ouvert && (
        <Preuve
          titre={t.activer}
          texte={p.activerTexte}
          bouton={p.continuer}
          avecCode={false}
          acte={preparation}
          onFermer={fermer}
          onFait={(secret, { password }) => onPrepare({ secret, password })}
        />
      )}
    </>
  )
}

function Actif({ compte, onCodes }: { compte: Compte; onCodes: (codes: string[]) => void }) {
  const [question, setQuestion] = useState<'codes' | 'desactiver' | null>(null)
  const renouvellement = useRenouvelerCodes()
  const desactivation = useDesactiver()
  const fermer = () => {
    setQuestion(null)
    renouvellement.reset()
    desactivation.reset()
  }
  const { codesRestants, codesCourts, secondFacteurLe } = compte
  const p = textesCompte.preuve
  return (
    <>
      <p className="cpt-actif">
        <Icone nom="coche" taille={18} />
        {t.actif(formatDate(secondFacteurLe ?? ''))}
      </p>
      {codesRestants === 0 ? (
        <p>{t.aucunCode}</p>
      ) : (
        <p>
          {t.codes(codesRestants)} {codesRestants <= PEU && t.plusGuere}
        </p>
      )}
      {codesCourts && <p>{t.codesCourts}</p>}
      <p className="cpt-note">{t.change}</p>
      <div className="cpt-actions">
        <BoutonAction onClick={() => setQuestion('codes')}>{t.renouveler}</BoutonAction>
        <BoutonAction onClick={() => setQuestion('desactiver')}>{t.desactiver}</BoutonAction>
      </div>
      {question === 'codes' && (
        <Preuve
          titre={p.renouveler}
          texte={p.renouvelerTexte}
          avecCode
          acte={renouvellement}
          onFermer={fermer}
          onFait={({ codesRecuperation }) => {
            fermer()
            onCodes(codesRecuperation)
          }}
        />
      )}
      {question === 'desactiver' && (
        <Preuve
          titre={p.desactiver}
          texte={p.desactiverTexte}
          avecCode
          acte={desactivation}
          onFermer={fermer}
          onFait={fermer}
        />
      )}
    </>
  )
}

/** What was pressed goes with its step: the focus follows to the heading. Not on arrival. */
function useFocusAuChangement(etape: string) {
  const ref = useRef<HTMLHeadingElement>(null)
  const vue = useRef(etape)
  useEffect(() => {
    if (vue.current === etape) return
    vue.current = etape
    ref.current?.focus()
  }, [etape])
  return ref
}

/** One's second factor: to set up, or set up. The codes stay until they are said to be kept. */
export function SecondFacteur({ compte, onFini }: { compte: Compte; onFini: () => void }) {
  const [prepare, setPrepare] = useState<SecretPrepare | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const titre = useFocusAuChangement(
    `${compte.secondFacteur} ${prepare !== null} ${codes !== null}`,
  )
  const activer = (recus: string[]) => {
    setPrepare(null)
    setCodes(recus)
  }
  const conserver = () => {
    setCodes(null)
    secondFacteurActif()
    onFini()
  }
  return (
    <section className="cpt-bloc" aria-labelledby="cpt-facteur">
      <h2 id="cpt-facteur" ref={titre} tabIndex={-1}>
        {t.titre}
      </h2>
      <p>{t.role}</p>
      {compte.secondFacteur ? (
        <Actif compte={compte} onCodes={setCodes} />
      ) : prepare ? (
        <Preparation prepare={prepare} onAnnuler={() => setPrepare(null)} onActif={activer} />
      ) : (
        <Inactif onPrepare={setPrepare} />
      )}
      {codes && <Codes codes={codes} onConserves={conserver} />}
    </section>
  )
}
