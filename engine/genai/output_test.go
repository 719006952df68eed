package genai

import (
	"context"
	"testing"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/metrics"
	"go.k6.io/k6/v2/output"
	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

type point struct {
	unit       string
	seconds    float64
	attributes attribute.Set
	bounds     []float64
}

// exported are the points of an output that received these samples, by the name of their metric.
func exported(t *testing.T, samples ...metrics.Sample) map[string]point {
	t.Helper()
	created, err := newOutput(output.Params{Logger: logrus.New(), Environment: map[string]string{}})
	if err != nil {
		t.Fatal(err)
	}
	out := created.(*genAIOutput)
	reader := sdk.NewManualReader()
	if err := out.startWith(reader); err != nil {
		t.Fatal(err)
	}
	out.AddMetricSamples([]metrics.SampleContainer{metrics.Samples(samples)})
	out.flusher.Stop()
	var collected metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &collected); err != nil {
		t.Fatal(err)
	}
	points := map[string]point{}
	for _, scope := range collected.ScopeMetrics {
		for _, is := range scope.Metrics {
			for _, data := range is.Data.(metricdata.Histogram[float64]).DataPoints {
				points[is.Name] = point{is.Unit, data.Sum, data.Attributes, data.Bounds}
			}
		}
	}
	return points
}

func sampleOf(registry *metrics.Registry, name string, value float64, tags map[string]string) metrics.Sample {
	metric := registry.MustNewMetric(name, metrics.Trend, metrics.Time)
	return metrics.Sample{
		TimeSeries: metrics.TimeSeries{Metric: metric, Tags: registry.RootTagSet().WithTagsFromMap(tags)},
		Time:       time.Now(), Value: value,
	}
}

func TestLatenciesAreExportedUnderTheNamesOfTheConventions(t *testing.T) {
	registry := metrics.NewRegistry()
	tags := map[string]string{"operation": "responses", "scenario": "mixed", "status": "200"}
	points := exported(t,
		sampleOf(registry, "gw_e2e", 250, tags),
		sampleOf(registry, "gw_first_event", 50, tags),
		sampleOf(registry, "gw_itl", 5, tags),
		sampleOf(registry, "gw_tpot", 5, tags),
		sampleOf(registry, "http_req_duration", 250, tags))
	for name, seconds := range map[string]float64{
		"gen_ai.client.operation.duration":              0.25,
		"gen_ai.client.operation.time_to_first_chunk":   0.05,
		"gen_ai.client.operation.time_per_output_chunk": 0.005,
	} {
		is, found := points[name]
		if !found || is.unit != "s" || is.seconds != seconds || len(is.bounds) < 10 || is.bounds[0] > 0.01 {
			t.Errorf("%s: got %+v, found %v", name, is, found)
		}
	}
	if len(points) != 3 {
		t.Errorf("got %d metrics, want 3: the others have no name in the conventions", len(points))
	}
}

func TestAttributesNameTheOperationAndTheError(t *testing.T) {
	for _, test := range []struct{ operation, status, name, errorType string }{
		{"chat", "200", "chat", ""},
		{"responses", "200", "chat", ""},
		{"images", "500", "generate_content", "500"},
		{"transcription", "429", "transcription", "429"},
	} {
		registry := metrics.NewRegistry()
		tags := map[string]string{"operation": test.operation, "status": test.status}
		is := exported(t, sampleOf(registry, "gw_e2e", 1, tags))["gen_ai.client.operation.duration"].attributes
		name, _ := is.Value("gen_ai.operation.name")
		errorType, _ := is.Value("error.type")
		own, _ := is.Value("assay.operation")
		if name.AsString() != test.name || errorType.AsString() != test.errorType || own.AsString() != test.operation {
			t.Errorf("%s with %s: got %v", test.operation, test.status, is.ToSlice())
		}
	}
}

func TestHeadersAreThoseOfTheOtherOutput(t *testing.T) {
	headers, err := headersOf(map[string]string{
		"K6_OTEL_HEADERS":                "x-tenant=acme,x-note=a%20b",
		"K6_OTEL_HTTP_EXPORTER_USERNAME": "me", "K6_OTEL_HTTP_EXPORTER_PASSWORD": "you",
	})
	if err != nil || headers["x-tenant"] != "acme" || headers["x-note"] != "a b" || headers["Authorization"] != "Basic bWU6eW91" {
		t.Errorf("got %v, %v", headers, err)
	}
	if _, err := headersOf(map[string]string{"K6_OTEL_HEADERS": "x-tenant"}); err == nil {
		t.Error("a header without a value was accepted")
	}
}
