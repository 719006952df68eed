package schedule

// constant spaces arrivals evenly: arrival n, counted from 0, starts when n are expected. At a
// constant rate that is n / rate.
type constant struct {
	rate  RateFunction
	count float64
}

// NewConstant returns evenly spaced arrivals.
func NewConstant(rate RateFunction) Schedule {
	return &constant{rate: rate}
}

// Next counts rather than adds gaps, so that rounding errors do not accumulate.
func (c *constant) Next() (Point, bool) {
	seconds, ok := c.rate.timeOf(c.count)
	c.count++
	return Point{At: toDuration(seconds)}, ok
}
