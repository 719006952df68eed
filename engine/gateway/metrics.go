package gateway

import (
	"strconv"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/netext"
	"go.k6.io/k6/v2/metrics"
)

// gatewayMetrics are the metrics of this module, for k6's own summary, thresholds and outputs.
// The report is made from the frames, not from these.
type gatewayMetrics struct {
	ttft, ttftFromIntended, firstEvent, itl, itlMax, tpot *metrics.Metric
	streamDuration, streamEvents, streamCoalesced         *metrics.Metric
	e2e, e2eFromIntended, failed, throttled, violations   *metrics.Metric
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

// emit gives k6 the samples of an exchange. k6 takes none after the run has ended; the tap does.
func (i *Instance) emit(state *lib.State, done sent) {
	x, trail := done.exchange, done.trail
	if dialer, ok := state.Dialer.(*netext.Dialer); ok && x.conn != nil {
		x.conn.countFor(dialer)
	}
	tags := exchangeTags(state, x)
	trail.SaveSamples(state.BuiltinMetrics, &tags)
	s := sampler{tags: tags, at: trail.EndTime, samples: make([]metrics.Sample, 0, len(trail.Samples)+14+len(x.tokensNs))}
	s.samples = append(s.samples, trail.Samples...)

	expected := x.outcome == answered && x.status < 400
	trail.Failed.Valid, trail.Failed.Bool = true, !expected
	s.add(state.BuiltinMetrics.HTTPReqFailed, float(!expected))
	s.add(i.metrics.failed, float(isFailure(x)))
	if x.status == 429 {
		s.add(i.metrics.throttled, 1)
	}
	if x.outcome == answered {
		s.add(i.metrics.e2e, milliseconds(x.endNs-x.sendNs))
		s.add(i.metrics.e2eFromIntended, milliseconds(x.endNs-x.intendedNs))
	}
	if x.isStream {
		i.addStream(&s, x)
	}
	trail.Samples = s.samples
	metrics.PushIfNotDone(i.vu.Context(), state.Samples, trail)
	i.emitViolations(state)
}

func (i *Instance) addStream(s *sampler, x *exchange) {
	s.add(i.metrics.streamEvents, float64(x.events))
	s.add(i.metrics.streamCoalesced, float64(x.coalesced))
	if x.events > 0 {
		s.add(i.metrics.firstEvent, milliseconds(x.firstEventNs-x.sendNs))
	}
	if x.outcome == answered {
		s.add(i.metrics.streamDuration, milliseconds(x.endNs-x.sendNs))
	}
	tokens := len(x.tokensNs)
	if tokens == 0 {
		return
	}
	s.add(i.metrics.ttft, milliseconds(x.tokensNs[0]-x.sendNs))
	s.add(i.metrics.ttftFromIntended, milliseconds(x.tokensNs[0]-x.intendedNs))
	var longest int64
	for n := 1; n < tokens; n++ {
		// Tokens of one read carry the same stamp: that gap is the network's, not the model's.
		if gap := x.tokensNs[n] - x.tokensNs[n-1]; gap > 0 {
			longest = max(longest, gap)
			s.add(i.metrics.itl, milliseconds(gap))
		}
	}
	if longest > 0 {
		s.add(i.metrics.itlMax, milliseconds(longest))
	}
	if tokens > 1 && x.outcome == answered {
		s.add(i.metrics.tpot, milliseconds(x.endNs-x.tokensNs[0])/float64(tokens-1))
	}
}

// emitViolations passes on what the judging process counted.
func (i *Instance) emitViolations(state *lib.State) {
	for which, count := range i.module.tap.violations.take() {
		tags := state.Tags.GetCurrentValues()
		tags.SetTag("rule", which.rule)
		tags.SetTag("operation", which.operation)
		s := sampler{tags: tags, at: time.Now()}
		s.add(i.metrics.violations, float64(count))
		metrics.PushIfNotDone(i.vu.Context(), state.Samples, metrics.Samples(s.samples))
	}
}

// exchangeTags are k6's usual tags, and the operation. The name and url are the operation unless
// the script names them: an address with an id in it would be a time series of its own.
func exchangeTags(state *lib.State, x *exchange) metrics.TagsAndMeta {
	tags, enabled := x.request.tags, state.Options.SystemTags
	tags.SetTag("operation", x.request.operation)
	name, named := tags.Tags.Get(metrics.TagName.String())
	if !named {
		name = x.request.operation
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagName, name)
	}
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagURL, name)
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagMethod, x.request.method)
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagStatus, strconv.Itoa(x.status))
	tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagExpectedResponse,
		strconv.FormatBool(x.outcome == answered && x.status < 400))
	if x.proto != "" {
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagProto, x.proto)
	}
	if x.outcome != answered {
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagError, x.outcome)
	} else if x.status >= 400 {
		tags.SetSystemTagOrMetaIfEnabled(enabled, metrics.TagErrorCode, strconv.Itoa(1000+x.status))
	}
	return tags
}

// isFailure leaves out what is counted apart (429, a closing connection) and what was meant to end
// early.
func isFailure(x *exchange) bool {
	switch x.outcome {
	case answered:
		return x.status >= 400 && x.status != 429
	case aborted, cutByEnd:
		return false
	default:
		return !x.metClosing
	}
}

func float(claim bool) float64 {
	if claim {
		return 1
	}
	return 0
}
