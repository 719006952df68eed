package schedule

import "math/rand/v2"

// poisson is a Poisson process, the arrivals of users who are independent of each other: at a
// constant rate the gaps are independent and exponential with mean 1 / rate. A changing rate is
// applied by the exact change of time: arrival n starts when the expected count reaches the sum of
// n independent exponential numbers of mean 1.
type poisson struct {
	rate     RateFunction
	random   *rand.Rand
	expected float64
}

// NewPoisson returns random arrivals; the same seed returns the same ones.
func NewPoisson(rate RateFunction, seed uint64) Schedule {
	return &poisson{rate: rate, random: rand.New(rand.NewPCG(seed, 0))}
}

func (p *poisson) Next() (Point, bool) {
	p.expected += p.random.ExpFloat64()
	seconds, ok := p.rate.timeOf(p.expected)
	return Point{At: toDuration(seconds)}, ok
}
