package arrivals

// constant spaces arrivals evenly: number n, counted from 0, comes when n are expected. At a
// steady rate that is n / rate.
type constant struct {
	flow  flow
	count float64
}

func newConstant(flow flow) Schedule {
	return &constant{flow: flow}
}

// Next counts rather than adds gaps, so that no error of rounding adds up.
func (c *constant) Next() (Point, bool) {
	seconds, ok := c.flow.when(c.count)
	c.count++
	return Point{At: toDuration(seconds)}, ok
}
