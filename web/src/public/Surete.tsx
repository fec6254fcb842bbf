import type { ReactNode } from 'react'
import { textesPublic } from './public.textes.ts'
import { Section } from './Section.tsx'
import './surete.css'

const { points } = textesPublic.surete

function Point({ cle, children }: { cle: keyof typeof points; children?: ReactNode }) {
  const { nom, texte } = points[cle]
  return (
    <article>
      <h3>{nom}</h3>
      <p>{texte}</p>
      {children}
    </article>
  )
}

/** The four things that a cell may say. */
function Cases() {
  return (
    <ul className="pub-cases">
      {points.blanc.cases.map(([valeur, sens]) => (
        <li key={sens}>
          <b aria-hidden={valeur === ''}>{valeur}</b>
          <span>{sens}</span>
        </li>
      ))}
    </ul>
  )
}

function Fleche() {
  return (
    <svg
      className="pub-fleche"
      width="22"
      height="10"
      viewBox="0 0 22 10"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M1 5h19M16 1l4 4-4 4" />
    </svg>
  )
}

/** A line of the history: what a cell held, and what it holds. */
function Trace() {
  const { cellule, avant, apres } = points.historique
  return (
    <p className="pub-trace">
      <span>{cellule}</span>
      <span>
        <del>{avant}</del>
        <Fleche />
        <ins>{apres}</ins>
      </span>
    </p>
  )
}

/** The sum that a control makes, and the figure that does not agree. */
function Calcul() {
  const { calcul, declare } = points.controles
  return (
    <p className="pub-calcul">
      <bdi dir="ltr">{calcul}</bdi>{' '}
      <b>
        <bdi>{declare}</bdi>
      </b>
    </p>
  )
}

/** Who does the two last acts: never the same person. */
function Actes() {
  return (
    <ol className="pub-actes">
      {points.regards.actes.map(([etat, par], rang) => (
        <li key={etat}>
          {rang > 0 && <Fleche />}
          {etat}
          <span>{par}</span>
        </li>
      ))}
    </ol>
  )
}

/** Why the figures can be trusted. */
export function Surete() {
  const { titre, chapeau } = textesPublic.surete
  return (
    <Section titre={titre} chapeau={chapeau}>
      <div className="pub-surete">
        <Point cle="controles">
          <Calcul />
        </Point>
        <Point cle="blanc">
          <Cases />
        </Point>
        <Point cle="historique">
          <Trace />
        </Point>
        <Point cle="regards">
          <Actes />
        </Point>
        <Point cle="reseau" />
        <Point cle="accessibilite" />
      </div>
    </Section>
  )
}
