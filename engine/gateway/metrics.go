package gateway

import (
	"strconv"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/netext"
	"go.k6.io/k6/v2/metrics"
)

// maxGapSamples limits the samples of gw_itl of one stream: k6 holds some 100 bytes for each.
const maxGapSamples = 1024

// gatewayMetrics are the metrics of this module, for k6's own summary, thresholds and outputs. The
// report is made from the frames, not from these.
type gatewayMetrics struct {
	ttft, ttftFromIntended, firstEvent, itl, itlMax, tpot *metrics.Metric
	streamDuration, streamEvents, streamCoalesced         *metrics.Metric
	e2e, e2eFromIntended, failed, throttled, violations   *metrics.Metric
	replay                                                *metrics.Metric
}

func registerMetrics(registry *metrics.Registry) gatewayMetrics {
	time := func(name string) *metrics.Metric {
		return registry.MustNewMetric(name, metrics.Trend, metrics.Time)
	}
	count := func(name string) *metrics.Metric { return registry.MustNewMetric(name, metrics.Counter) }
	return gatewayMetrics{
		ttft:             time("gw_ttft"),
		ttftFromIntended: time("gw_ttft_from_intended"),
		firstEvent:       time("gw_first_event"),
		itl:              time("gw_itl"),
		itlMax:           time("gw_itl_max"),
		tpot:             time("gw_tpot"),
		streamDuration:   time("gw_stream_duration"),
		streamEvents:     count("gw_stream_events"),
		streamCoalesced:  count("gw_stream_coalesced"),
		e2e:              time("gw_e2e"),
		e2eFromIntended:  time("gw_e2e_from_intended"),
		failed:           registry.MustNewMetric("gw_failed", metrics.Rate),
		throttled:        count("gw_throttled"),
		violations:       count("gw_violations"),
		replay:           time("gw_replay"),
	}
}

// sampler adds samples of one exchange, all with the same tags and time.
type sampler struct {
	tags    metrics.TagsAndMeta
	at      time.Time
	samples []metrics.Sample
}

func (s *sampler) add(metric *metrics.Metric, value float64) {
	s.samples = append(s.samples, metrics.Sample{
		TimeSeries: metrics.TimeSeries{Metric: metric, Tags: s.tags.Tags},
		Time:       s.at, Metadata: s.tags.Metadata, Value: value,
	})
}

// emit gives k6 the samples of an exchange. k6 accepts none after the end of the run; the tap does.
func (i *Instance) emit(state *lib.State, ended result) {
	x, trail := ended.exchange, ended.trail
	if dialer, ok := state.Dialer.(*netext.Dialer); ok && x.conn != nil {
		x.conn.CountFor(dialer)
	}
	tags := exchangeTags(state, x)
	trail.SaveSamples(state.BuiltinMetrics, &tags)
	s := sampler{tags: tags, at: trail.EndTime, samples: make([]metrics.Sample, 0, len(trail.Samples)+14+min(len(x.TokensNs.All()), maxGapSamples))}
	s.samples = append(s.samples, trail.Samples...)

	expected := isExpected(x)
	trail.Failed.Valid, trail.Failed.Bool = true, !expected
	s.add(state.BuiltinMetrics.HTTPReqFailed, float(!expected))
	s.add(i.metrics.failed, float(isFailure(x)))
	if x.Status == 429 {
		s.add(i.metrics.throttled, 1)
	}
	if x.repetition == replay {
		s.add(i.metrics.replay, milliseconds(x.EndNs-x.SendNs))
	}
	if x.Outcome == answered && isTimed(x) {
		s.add(i.metrics.e2e, milliseconds(x.EndNs-x.SendNs))
		s.add(i.metrics.e2eFromIntended, milliseconds(x.EndNs-x.ScheduledNs))
	}
	if x.IsStream {
		i.addStream(&s, x)
	}
	trail.Samples = s.samples
	metrics.PushIfNotDone(i.vu.Context(), state.Samples, trail)
	i.emitViolations(state)
}

func (i *Instance) addStream(s *sampler, x *exchange) {
	s.add(i.metrics.streamEvents, float64(x.events))
	s.add(i.metrics.streamCoalesced, float64(x.Coalesced))
	if !isTimed(x) {
		return
	}
	if x.events > 0 {
		s.add(i.metrics.firstEvent, milliseconds(x.firstEventNs-x.SendNs))
	}
	if x.Outcome == answered {
		s.add(i.metrics.streamDuration, milliseconds(x.EndNs-x.SendNs))
	}
	tokens := x.TokensNs.All()
	if len(tokens) == 0 {
		return
	}
	s.add(i.metrics.ttft, milliseconds(tokens[0]-x.SendNs))
	s.add(i.metrics.ttftFromIntended, milliseconds(tokens[0]-x.ScheduledNs))
	var longest int64
	gaps := 0
	for n := 1; n < len(tokens); n++ {
		// Tokens of one read have the same timestamp: that gap is the network's, not the model's.
		gap := tokens[n] - tokens[n-1]
		if gap <= 0 {
			continue
		}
		longest = max(longest, gap)
		if gaps++; gaps <= maxGapSamples {
			s.add(i.metrics.itl, milliseconds(gap))
		}
	}
	if longest > 0 {
		s.add(i.metrics.itlMax, milliseconds(longest))
	}
	if len(tokens) > 1 && x.Outcome == answered {
		s.add(i.metrics.tpot, milliseconds(x.EndNs-tokens[0])/float64(len(tokens)-1))
	}
}

// isTimed returns whether the times of an exchange are those of a gateway that executes a request: those
// of a slow reader are the reader's, and a repetition takes less.
func isTimed(x *exchange) bool {
	return x.repetition == "" && x.Request.ReadBytesPerSecond == 0
}

// emitViolations gives k6 what the judging process counted.
func (i *Instance) emitViolations(state *lib.State) {
	for violation, count := range i.module.tap.TakeViolations() {
		tags := state.Tags.GetCurrentValues()
		tags.SetTag("rule", violation.Rule)
		tags.SetTag("operation", violation.Operation)
		s := sampler{tags: tags, at: time.Now()}
		s.add(i.metrics.violations, float64(count))
		metrics.PushIfNotDone(i.vu.Context(), state.Samples, metrics.Samples(s.samples))
	}
}

// exchangeTags are k6's usual tags, and the operation. name and url are the operation unless the script
// sets them: an address with an id in it would be a time series of its own.
func exchangeTags(state *lib.State, x *exchange) metrics.TagsAndMeta {
	tags, enabled := x.request.tags, state.Options.SystemTags
	tags.SetTag("operation", x.Request.Operation)
	name, named := tags.Tags.Get(metrics.TagName.String())
	if !named {
		name = x.Request.Operation
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagName, name)
	}
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagURL, name)
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagMethod, x.Request.Method)
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagStatus, strconv.Itoa(x.Status))
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagExpectedResponse,
		strconv.FormatBool(isExpected(x)))
	if x.proto != "" {
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagProto, x.proto)
	}
	if x.Outcome != answered {
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagError, x.Outcome)
	} else if x.Status >= 400 {
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagErrorCode, strconv.Itoa(1000+x.Status))
	} else if x.ReportsError {
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagError, "reported-error")
	}
	return tags
}

func isExpected(x *exchange) bool {
	return x.Outcome == answered && x.Status < 400 && !x.ReportsError
}

// isFailure excludes what is counted separately (429, a closing connection) and what ended early on
// purpose.
func isFailure(x *exchange) bool {
	switch x.Outcome {
	case answered:
		return x.Status >= 400 && x.Status != 429 || x.ReportsError
	case aborted, cutByEnd:
		return false
	default:
		return !x.MetClosing
	}
}

func float(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}
