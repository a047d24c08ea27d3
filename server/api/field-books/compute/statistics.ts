/** Quantile of the χ² distribution: the value below which a share `p` lies. */
export function chiSquare(p: number, freedom: number): number {
  return bisect((x) => lowerGamma(freedom / 2, x / 2) - p, 0, Math.max(20, freedom * 4 + 40));
}

/** Two-sided quantile of Student's t: |t| is below it with probability `p`. */
export function studentT(p: number, freedom: number): number {
  return bisect((t) => 1 - incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) - p, 0, 1e4);
}

/** Pope's τ for the level of each single test: residuals by their a-posteriori deviation stay below it. */
export function popeTau(p: number, freedom: number): number {
  if (freedom < 2) return Infinity;
  const t = studentT(p, freedom - 1);
  return (t * Math.sqrt(freedom)) / Math.sqrt(freedom - 1 + t * t);
}

function bisect(of: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let i = 0; i < 200; i++) {
    const middle = (a + b) / 2;
    if (of(middle) > 0) b = middle;
    else a = middle;
  }
  return (a + b) / 2;
}

function logGamma(x: number): number {
  const c = [
    76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ];
  const t = x + 5.5;
  const series = c.reduce((sum, value, i) => sum + value / (x + 1 + i), 1.000000000190015);
  return (x + 0.5) * Math.log(t) - t + Math.log((2.5066282746310005 * series) / x);
}

/** Regularized lower incomplete gamma function. */
function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0;
  const front = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; n < 2000 && term > sum * 1e-15; n++) sum += term *= x / (a + n);
    return sum * front;
  }
  let [b, c, d] = [x + 1 - a, 1e300, 1 / (x + 1 - a)];
  let h = d;
  for (let n = 1; n < 2000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b || 1e-300);
    c = b + an / c || 1e-300;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return 1 - front * h;
}

/** Regularized incomplete beta function. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  if (x >= (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1) || 1e-300)];
  let h = d;
  for (let m = 1; m < 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || 1e-300);
    c = 1 + even / c || 1e-300;
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || 1e-300);
    c = 1 + odd / c || 1e-300;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return (front * h) / a;
}
