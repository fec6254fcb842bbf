/** What tells a series from another besides its colour: a disc, a square, a triangle. */
export function Marque({ rang }: { rang: number }) {
  switch (rang) {
    case 0:
      return <circle r={3.2} />
    case 1:
      return <rect x={-3.2} y={-3.2} width={6.4} height={6.4} />
    default:
      return <path className="gra-triangle" d="M0-4.200 4 3H-4z" />
  }
}
