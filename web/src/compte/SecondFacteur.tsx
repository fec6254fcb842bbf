import { useEffect, useRef, useState } from 'react'
import { secondFacteurActif } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { formatDate } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { type Compte, useDesactiver, usePreparer, useRenouvelerCodes } from './compte.queries.ts'
import { textesCompte } from './compte.textes.ts'
import { copier, peutCopier } from './copier.ts'
import { Preparation, type Prepare } from './Preparation.tsx'
import { Preuve } from './Preuve.tsx'

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
function Inactif({ onPrepare }: { onPrepare: (prepare: Prepare) => void }) {
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
  const [prepare, setPrepare] = useState<Prepare | null>(null)
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
