// Written by bench/audit-fit from bench/audit-weights.json; weights in the order of Signal.
#ifndef BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_
#define BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_

#include "core/audit/ranking.h"

namespace bfclx {

inline constexpr RankingWeights kWeights{
    -4.014085,
    {0.2316, 1.683215, 0.312333, -3.083173, -2.342673, 0.0, 1.513542, 1.277203, 3.821407, -1.878727,
     1.748266, 0.220895, 0.0, 0.174625, 0.150455, 0.0},
    {-2.148208, 0.101696, 0.408237, 0.018723, 0.01616, 0.010084, 0.033187, 0.013994, 0.001999,
     0.005198, 0.027189, 0.504998, 0.023191, 0.07487, 0.540184, 0.0}};
inline constexpr RankingWeights kWeightsWithHistory{
    -4.026521,
    {0.232847, 1.631338, 0.305101, -3.155717, -2.221191, 0.0, 1.523547, 1.173858, 3.847394,
     -1.832038, 1.697054, 0.201284, 0.0, 0.116598, 0.108592, 2.234407},
    {-2.148208, 0.101696, 0.408237, 0.018723, 0.01616, 0.010084, 0.033187, 0.013994, 0.001999,
     0.005198, 0.027189, 0.504998, 0.023191, 0.07487, 0.540184, 0.024567}};

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_
