import { moins } from '@releve/contract/exact.ts'
import type { Examen, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { DEFINITIONS } from '@releve/contract/formulaire/suivi.rules.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { messageDe } from '../../api/envoi.ts'
import { paths } from '../../paths.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { formatEcart, formatNombre } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { Second } from '../../ui/Ligne.tsx'
import { type LigneLaissee, PanneauLot } from '../../ui/PanneauLot.tsx'
import { toastEchec, toastReussite } from '../../ui/toasts.ts'
import { NiveauEcart } from '../accueil/NiveauEcart.tsx'
import { EtatBadge, Signal } from '../EtatBadge.tsx'
import { type ActeDecision, useActesSuivis, useExamens } from '../formulaire.queries.ts'
import { direMemeTexte } from '../memeTexte.ts'
import { textesDecision } from './decision.textes.ts'
import { type Avancee, bilanDe, derouler } from './decision.ts'
import './decision.css'

type Titres = { titre: string; lignes: readonly (readonly [dit: string, suite?: string])[] }

function Dits({ titre, lignes }: Titres) {
  if (lignes.length === 0) return null
  return (
    <section className="dec-dits">
      <h4>{titre}</h4>
      <ul>
        {lignes.map(([dit, suite]) => (
          <li key={`${dit} ${suite}`}>
            {dit}
            {suite && <Second>{suite}</Second>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What each figure became since the month before: a variation, never called a gap. */
function Variations({ variations, nbVariations, precedentRecu }: Examen) {
  const id = useId()
  if (variations.length === 0) {
    return precedentRecu ? <p>{textesDecision.aucuneVariation}</p> : null
  }
  return (
    <>
      <h4 id={id}>{textesDecision.variations(variations.length, nbVariations)}</h4>
      <table className="dec-variations" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{textesDecision.cellule}</th>
            <th scope="col">{textesDecision.avant}</th>
            <th scope="col">{textesDecision.apres}</th>
            <th scope="col">{textesDecision.variation}</th>
          </tr>
        </thead>
        <tbody>
          {variations.map(({ cellule, libelle, avant, apres }) => (
            <tr key={cellule}>
              <th scope="row">{libelle}</th>
              <td>{formatNombre(avant)}</td>
              <td>{formatNombre(apres)}</td>
              <td>{formatEcart(moins(apres, avant))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The reason of a warning, and whether the months before gave the same one. */
function direRaison({ justification, memeTexte }: Examen['avertissements'][number]): string {
  if (justification === null) return textesDecision.nonJustifie
  const dite = textesDecision.justifie(justification)
  return memeTexte ? `${dite} (${direMemeTexte(memeTexte)})` : dite
}

/** All that is looked at before a form is accepted. */
function Examine({ examen }: { examen: Examen }) {
  const { erreurs, avertissements, remarques } = examen
  return (
    <div className="dec-examen">
      <Dits titre={textesDecision.titreErreurs} lignes={erreurs.map((message) => [message])} />
      <Dits
        titre={textesDecision.titreAvertissements}
        lignes={avertissements.map((dit) => [dit.message, direRaison(dit)])}
      />
      <Dits
        titre={textesDecision.titreRemarques}
        lignes={remarques.map(({ texte, libelle }) => [texte, libelle ?? textesDecision.ensemble])}
      />
      <Variations {...examen} />
    </div>
  )
}

type Ligne = {
  resume: Resume
  /** Undefined while it is read, null when it cannot be read any more. */
  examen: Examen | null | undefined
  avancee: Avancee | undefined
  inclus: boolean
}

function Dite({ acte, avancee }: { acte: ActeDecision; avancee: Avancee }) {
  switch (avancee.sorte) {
    case 'fait':
      return (
        <span className="dec-fait">
          <Icone nom="coche" taille={16} />
          {textesDecision.avancees.fait[acte]}
        </span>
      )
    case 'refus':
      return (
        <Signal ton="error">
          <Icone nom="erreur" taille={16} />
          {messageDe(avancee.echec)}
        </Signal>
      )
    case 'coupure':
      return (
        <Signal ton="warning">
          <Icone nom="attention" taille={16} />
          {textesDecision.avancees.coupure}
        </Signal>
      )
    case 'cours':
    case 'reprise':
      return <span>{textesDecision.avancees[avancee.sorte]}</span>
  }
}

/** The headcount, its gap to the one expected, and what separates it from the month before. */
function Effectif({ effectif, effectifPrecedent, effectifTheorique, ecart, niveau }: Examen) {
  const { effectifDe, attenduDe, precedentDe, sansPrecedent } = textesDecision
  return (
    <li>
      {effectifDe(formatNombre(effectif))} <NiveauEcart niveau={niveau} />
      {effectifTheorique !== null && (
        <Second title={DEFINITIONS.ecart}>
          {attenduDe(formatNombre(effectifTheorique), formatEcart(ecart))}
        </Second>
      )}
      <Second title={DEFINITIONS.variation}>
        {effectifPrecedent === null
          ? sansPrecedent
          : precedentDe(
              formatNombre(effectifPrecedent),
              formatEcart(effectif === null ? null : moins(effectif, effectifPrecedent)),
            )}
      </Second>
    </li>
  )
}

function Chiffres({ examen, modele }: { examen: Examen; modele: Resume['modele'] }) {
  const { erreurs, avertissements, remarques, precedentRecu } = examen
  return (
    <ul className="dec-chiffres">
      {modele.avecEffectif ? (
        <Effectif {...examen} />
      ) : (
        !precedentRecu && <li>{textesDecision.sansPrecedent}</li>
      )}
      {erreurs.length > 0 && (
        <li>
          <Signal ton="error">{textesDecision.erreurs(erreurs.length)}</Signal>
        </li>
      )}
      <li>
        {avertissements.length > 0 ? (
          <Signal ton="warning">{textesDecision.avertissements(avertissements.length)}</Signal>
        ) : (
          textesDecision.avertissements(0)
        )}
      </li>
      {remarques.length > 0 && (
        <li>
          <Signal ton="warning">{textesDecision.remarques(remarques.length)}</Signal>
        </li>
      )}
    </ul>
  )
}

/** Whether the act may be asked of this line, as far as what was read tells. */
const estPossible = ({ examen }: Ligne, acte: ActeDecision) =>
  examen?.actions.includes(acte) === true

type PropsLigne = {
  ligne: Ligne
  acte: ActeDecision
  /** Alone, it is shown whole, and there is nothing to choose. */
  seule: boolean
  /** Null once the decision is taken. */
  surInclure: ((inclus: boolean) => void) | null
}

/** One form of the decision: what it is, what was found in it, what became of it. */
function LigneDecision({ ligne, acte, seule, surInclure }: PropsLigne) {
  const { resume, examen, avancee, inclus } = ligne
  const { modele, structure, numero } = resume
  const nom = `${modele.code} ${libelleFormulaire(resume)}, ${structure.libelle}`
  const possible = examen === undefined || estPossible(ligne, acte)
  return (
    <li className="dec-ligne">
      <div className="dec-tete">
        {!seule && surInclure && possible && (
          <label className="dec-choix">
            <input
              type="checkbox"
              checked={inclus}
              aria-label={textesDecision.inclure(nom)}
              onChange={({ target }) => surInclure(target.checked)}
            />
          </label>
        )}
        <strong>
          {structure.libelle}
          <Second>
            {modele.code} {libelleFormulaire(resume)}
          </Second>
        </strong>
        {examen && <EtatBadge etat={examen.etat} />}
      </div>
      {/* Alone, it is heard here; several are summed up under the list. */}
      <p className="dec-avancee" role={seule ? 'status' : undefined}>
        {avancee && <Dite acte={acte} avancee={avancee} />}
      </p>
      {!possible && !avancee && (
        <p className="dec-avancee">
          {examen ? textesDecision.impossible[acte] : textesDecision.absent}
        </p>
      )}
      {examen === undefined ? (
        <div className="ui-squelette" />
      ) : (
        examen && <Chiffres {...{ examen, modele }} />
      )}
      {examen &&
        (seule ? (
          <Examine examen={examen} />
        ) : (
          <details>
            <summary>{textesDecision.detail}</summary>
            <Examine examen={examen} />
          </details>
        ))}
      {numero && <Link to={paths.saisie(numero)}>{textesDecision.ouvrir}</Link>}
    </li>
  )
}

/** The line as it was looked at: what is sent is what was shown. */
const viseeDe = ({ id, numero, version }: Examen) => ({ id, numero, version })

/** The set with this one in, or out. */
function basculer(ensemble: ReadonlySet<number>, id: number, dedans: boolean): Set<number> {
  const suivants = new Set(ensemble)
  if (dedans) suivants.add(id)
  else suivants.delete(id)
  return suivants
}

/**
 * A decision on several forms: what was read of each, which are kept, and what became of each. The
 * lists behind are read anew once the decision is left, not after each act: the line is poor.
 */
function useDeroulement(acte: ActeDecision, demandes: readonly Resume[]) {
  // The list behind may change: the decision is about what was chosen.
  const [resumes] = useState(demandes)
  const [exclus, setExclus] = useState<ReadonlySet<number>>(new Set())
  const [avancees, setAvancees] = useState<ReadonlyMap<number, Avancee>>(new Map())
  const [enCours, setEnCours] = useState(false)
  const [arret, setArret] = useState(false)
  const arrete = useRef(false)
  const { agir, conclure } = useActesSuivis()
  const ids = resumes.flatMap(({ id }) => id ?? [])
  const examens = useExamens(ids)
  const [touches] = useState<string[]>([])
  useEffect(() => () => conclure(touches), [conclure, touches])

  const lignes = resumes.map((resume): Ligne => {
    const id = resume.id ?? 0
    const examen = examens.parId.get(id)
    return { resume, examen, avancee: avancees.get(id), inclus: !exclus.has(id) }
  })
  const retenues = lignes.filter(
    (ligne) => ligne.inclus && (ligne.avancee !== undefined || estPossible(ligne, acte)),
  )
  // One that was left without an answer is asked again, whatever is allowed now: if it was done,
  // the server says so.
  const visees = retenues
    .filter((ligne) => ligne.avancee?.sorte === 'coupure' || estPossible(ligne, acte))
    .filter(({ avancee }) => avancee?.sorte !== 'fait')
    .flatMap(({ examen }) => (examen ? viseeDe(examen) : []))

  const decider = async () => {
    arrete.current = false
    setArret(false)
    setEnCours(true)
    const echecs: unknown[] = []
    await derouler({
      lignes: visees,
      acter: ({ id, numero, version }) => {
        // Without an answer too: it may have been done.
        touches.push(numero)
        return agir({ acte, id, version })
      },
      noter: ({ id }, avancee) => {
        if ('echec' in avancee) echecs.push(avancee.echec)
        setAvancees((avant) => new Map(avant).set(id, avancee))
      },
      estArrete: () => arrete.current,
      patienter: (ms) => new Promise((fin) => setTimeout(fin, ms)),
    })
    setEnCours(false)
    // What was refused has changed meanwhile: another try is of what is then shown.
    if (echecs.length > 0) void examens.relire()
    // The dialog says it too: seen, and not heard twice.
    if (echecs.length > 0) toastEchec(echecs[0], false)
  }
  return {
    lignes,
    retenues,
    visees,
    examens,
    enCours,
    arret,
    commence: avancees.size > 0,
    decider,
    arreter: () => {
      arrete.current = true
      setArret(true)
    },
    inclure: ({ resume }: Ligne, inclus: boolean) =>
      setExclus(basculer(exclus, resume.id ?? 0, !inclus)),
  }
}

type Props = {
  acte: ActeDecision
  formulaires: readonly Resume[]
  ecartes?: readonly LigneLaissee[]
  onFermer: () => void
}

type Decision = ReturnType<typeof useDeroulement>

/** How far it is, then what came of it; there before it is said, so that it is heard. */
function Avancement({ acte, decision }: { acte: ActeDecision; decision: Decision }) {
  const { retenues, enCours, commence } = decision
  const total = retenues.length
  const bilan = bilanDe(retenues.map(({ avancee }) => avancee))
  const traites = bilan.faits + bilan.refus
  const dit = enCours
    ? textesDecision.avancement(traites, total)
    : textesDecision.bilan(acte, bilan)
  return (
    <div className="dec-avancement">
      {enCours && <progress max={total} value={traites} aria-label={dit} />}
      <p role="status">{commence && dit}</p>
    </div>
  )
}

function Boutons({
  acte,
  decision,
  onFermer,
}: Omit<Props, 'formulaires' | 'ecartes'> & { decision: Decision }) {
  const { examens, visees, enCours, arret, commence, decider, arreter } = decision
  if (enCours) {
    return (
      <BoutonAction enCours={arret} onClick={arreter}>
        {arret ? textesDecision.arret : textesDecision.arreter}
      </BoutonAction>
    )
  }
  const illisible = examens.echec ? textesDecision.illisible : null
  const { length: lues } = decision.lignes
  if (lues === 0) return <BoutonAction onClick={onFermer}>{textesDecision.fermer}</BoutonAction>
  const vide = visees.length === 0 ? textesDecision.aucun : null
  const raison = examens.attente ? textesDecision.lecture : (illisible ?? vide)
  const reste = visees.length
  const fini = commence && reste === 0 && !examens.attente
  return (
    <>
      <BoutonAction onClick={onFermer} data-focus>
        {commence ? textesDecision.fermer : textesDecision.annuler}
      </BoutonAction>
      {!fini && (
        <BoutonAction variant="contained" raison={raison} onClick={() => void decider()}>
          {commence ? textesDecision.reessayer(reste) : textesDecision.bouton(acte, reste)}
        </BoutonAction>
      )}
    </>
  )
}

const AUCUN: NonNullable<Props['ecartes']> = []

/**
 * Asks before forms are accepted, showing what is accepted: their state, warnings with their
 * reasons, what differs from last month; then says of each what became of it.
 */
export default function DecisionDialogue({ acte, formulaires, ecartes = AUCUN, onFermer }: Props) {
  const decision = useDeroulement(acte, formulaires)
  const { lignes, examens, enCours, commence, arreter, inclure } = decision
  // Alone it closes once done; where some are left out, the panel stays and says all of it.
  const seule = lignes.length === 1 && ecartes.length === 0
  const faite = seule && lignes[0]?.avancee?.sorte === 'fait'
  useEffect(() => {
    if (!faite) return
    toastReussite(textesDecision.reussite[acte])
    onFermer()
  }, [faite, acte, onFermer])
  return (
    <PanneauLot
      titre={textesDecision.titre(acte, lignes.length, ecartes.length)}
      aide={!commence && lignes.length > 0 && <p>{textesDecision.aide[acte]}</p>}
      ecartes={{ titre: textesDecision.ecartes(ecartes.length), lignes: ecartes }}
      commence={commence}
      onFermer={enCours ? arreter : onFermer}
      actions={<Boutons {...{ acte, decision, onFermer }} />}
    >
      {examens.echec && (
        <EchecChargement echec={examens.echec} onReessayer={() => void examens.relire()} />
      )}
      {lignes.length > 0 && (
        <ul className="dec-liste" aria-label={textesDecision.liste}>
          {lignes.map((ligne) => (
            <LigneDecision
              key={ligne.resume.id}
              {...{ ligne, acte, seule }}
              surInclure={commence ? null : (inclus) => inclure(ligne, inclus)}
            />
          ))}
        </ul>
      )}
      {!seule && lignes.length > 0 && <Avancement acte={acte} decision={decision} />}
    </PanneauLot>
  )
}
